import type { Page } from 'playwright-core'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, openSelect, press, question, submit, text } from './steps.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 2 }).waitFor()
const profile = heading('Profile')
const notifications = (page: Page) => page.getByRole('heading', { name: 'Late calls' }).waitFor()
const NOTIFICATIONS = '/settings?tab=notifications'

export const SETTINGS_STATES: readonly ScreenState[] = [
  { name: 'settings, profile', path: '/settings', ready: profile },
  {
    name: 'settings, profile with mistakes',
    path: '/settings',
    ready: profile,
    act: async (page) => {
      await page.getByLabel('First Name').fill('')
      await page.getByLabel('Email').fill('robyn@')
      await page.getByLabel('Phone Number').fill('1234')
      await submit(page, 'Save Changes')
      await page.getByText('Phone number must be at least 10 digits').waitFor()
    },
  },
  {
    name: 'settings, profile not saved',
    path: '/settings',
    answers: { 'PATCH /api/profile': 'failed' },
    ready: profile,
    act: async (page) => {
      await page.getByLabel('First Name').fill('Roberta')
      await submit(page, 'Save Changes')
      await page.getByText('Failed to update profile').last().waitFor()
    },
  },
  {
    name: 'settings, choosing a time zone',
    path: '/settings',
    ready: profile,
    act: async (page) => {
      await press(page, /Timezone/)
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'settings, leaving a changed profile',
    path: '/settings',
    only: 'desktop',
    ready: profile,
    act: async (page) => {
      await page.getByLabel('First Name').fill('Roberta')
      await page.getByRole('link', { name: 'Calls' }).first().click()
      await question(page)
    },
  },
  { name: 'settings, notifications', path: NOTIFICATIONS, ready: notifications },
  {
    name: 'settings, notifications with a summary',
    path: NOTIFICATIONS,
    answers: {
      'GET /api/notification-settings': () => ({
        ...DEFAULT_NOTIFICATION_SETTINGS,
        summary: { frequency: 'weekly', hour: 8 },
      }),
    },
    ready: notifications,
    act: (page) => openSelect(page, 'How often'),
  },
  {
    name: 'settings, notifications with a phone that rings',
    path: NOTIFICATIONS,
    answers: {
      'GET /api/me': (user) => ({ ...(user as object), phoneNumber: '+61491570110' }),
      'GET /api/notification-settings': () => ({ ...DEFAULT_NOTIFICATION_SETTINGS, notifyAtFirstTry: true }),
    },
    ready: notifications,
    act: text('Save this number'),
  },
  {
    name: 'settings, the number on its way',
    path: NOTIFICATIONS,
    answers: { 'GET /api/phone': 'waiting' },
    ready: announced('Loading Cooee’s number'),
  },
  {
    name: 'settings, notifications loading',
    path: NOTIFICATIONS,
    answers: all('waiting', 'notification-settings'),
    ready: announced('Loading your notification settings'),
  },
  {
    name: 'settings, notifications failed',
    path: NOTIFICATIONS,
    answers: all('failed', 'notification-settings'),
    ready: text('We couldn’t load your notification settings'),
  },
]
