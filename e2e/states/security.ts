import type { Page } from 'playwright-core'
import type { FakeAnswers } from '../fake-answers.ts'
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

const PASSKEYS = ['Chrome on Windows', 'Safari on the iPhone that Robyn takes along'].map((name, index) => ({
  ...{ id: index + 1, name, createdAt: '2026-03-08T00:00:00.000Z' },
  lastUsedAt: index === 0 ? null : '2026-03-10T00:00:00.000Z',
}))

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const factor = (fields: object) => ({
  status: 200,
  body: { isOn: false, recoveryCodesLeft: 0, isRequired: false, ...fields },
})
const SWITCHING_ON: FakeAnswers = {
  'GET /api/second-factor': factor({}),
  'POST /api/second-factor': {
    status: 200,
    body: { secret: SECRET, address: `otpauth://totp/Cooee:robyn?issuer=Cooee&secret=${SECRET}&digits=6&period=30` },
  },
  'POST /api/second-factor/confirm': {
    status: 200,
    body: { recoveryCodes: Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqrs-tuvw-xyz${index}`) },
  },
}
async function scanning(page: Page): Promise<void> {
  await press(page, 'Switch on')
  await dialog(page)
  await page.getByLabel('Password', { exact: true }).fill('Sunny-Morning-7')
  await submit(page, 'Continue')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
}

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
    ready: h2('Where you’re signed in'),
  },
  {
    name: 'security, sessions failed',
    path: '/settings?tab=security',
    answers: all('failed', 'sessions'),
    ready: text('We couldn’t load the list'),
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
    name: 'security, authenticator app failed',
    path: '/settings?tab=security',
    answers: all('failed', 'second-factor'),
    ready: text('We couldn’t load this setting'),
  },
  {
    name: 'security, authenticator app needed',
    path: '/settings?tab=security',
    answers: { 'GET /api/second-factor': factor({ isRequired: true }) },
    ready: text('The admin area opens to you once'),
  },
  {
    name: 'security, adding the authenticator app',
    path: '/settings?tab=security',
    answers: SWITCHING_ON,
    ready: text('this device'),
    act: scanning,
  },
  {
    name: 'security, recovery codes',
    path: '/settings?tab=security',
    answers: SWITCHING_ON,
    ready: text('this device'),
    act: async (page) => {
      await scanning(page)
      await page.getByLabel('Code', { exact: true }).fill('123456')
      await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
      await text('Keep your recovery codes')(page)
    },
  },
  {
    name: 'security, switching the authenticator app off',
    path: '/settings?tab=security',
    answers: { 'GET /api/second-factor': factor({ isOn: true, recoveryCodesLeft: 2 }) },
    ready: text('2 recovery codes left'),
    act: async (page) => {
      await press(page, 'Switch off')
      await dialog(page)
    },
  },
  {
    name: 'security, passkeys',
    path: '/settings?tab=security',
    answers: { 'GET /api/passkeys': { status: 200, body: { address: null, passkeys: PASSKEYS } } },
    ready: text('Safari on the iPhone that Robyn takes along'),
    act: async (page) => {
      await press(page, 'Remove Chrome on Windows')
      await question(page)
    },
  },
  {
    name: 'security, passkeys failed',
    path: '/settings?tab=security',
    answers: all('failed', 'passkeys'),
    ready: text('We couldn’t load your passkeys'),
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
