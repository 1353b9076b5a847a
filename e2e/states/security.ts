import type { Page } from 'playwright-core'
import type { ScreenState } from './screen-state.ts'
import { all, dialog, press, question, submit, text } from './steps.ts'

const h2 = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 2 }).waitFor()

const SIGNED_IN = [
  ['Chrome on Windows', true],
  ['Safari on iPhone', false],
].map(([device, isCurrent], index) => ({
  ...{ id: index + 1, device, isCurrent, address: '2001:db8:85a3:8d3::/64' },
  ...{ signedInAt: '2026-03-08T00:00:00.000Z', lastUsedAt: '2026-03-10T00:00:00.000Z' },
}))

export const SECURITY_STATES: readonly ScreenState[] = [
  { name: 'security', path: '/settings?tab=security', ready: text('this device') },
  {
    name: 'security, refused',
    path: '/settings?tab=security',
    ready: text('this device'),
    act: async (page) => {
      await submit(page, 'Change Password')
      await text('Please enter your current password')(page)
    },
  },
  {
    name: 'security, sessions waiting',
    path: '/settings?tab=security',
    answers: all('waiting', 'sessions'),
    ready: h2('Where you are signed in'),
  },
  {
    name: 'security, sessions failed',
    path: '/settings?tab=security',
    answers: all('failed', 'sessions'),
    ready: text('The list could not be loaded'),
  },
  {
    name: 'security, signed in elsewhere',
    path: '/settings?tab=security',
    answers: { 'GET /api/sessions': { status: 200, body: SIGNED_IN } },
    ready: text('Safari on iPhone'),
    act: async (page) => {
      await press(page, 'Sign out everywhere else')
      await question(page)
    },
  },
  {
    name: 'security, leaving',
    path: '/settings?tab=security',
    ready: text('this device'),
    act: async (page) => {
      await press(page, 'Delete my account')
      await dialog(page)
    },
  },
  {
    name: 'an account that will be deleted',
    path: '/settings?tab=security',
    answers: { 'GET /api/me': (user) => ({ ...(user as object), deleteAt: '2030-03-10T00:00:00.000Z' }) },
    ready: (page) => page.getByRole('button', { name: 'Keep my account' }).waitFor(),
  },
]
