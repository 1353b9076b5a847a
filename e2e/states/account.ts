import { everyActivity } from './dashboard.ts'
import type { ScreenState } from './screen-state.ts'
import { SECURITY_STATES } from './security.ts'
import { SETTINGS_STATES } from './settings.ts'
import { all, h1, text } from './steps.ts'

export const ACCOUNT_STATES: readonly ScreenState[] = [
  {
    name: 'activity',
    path: '/activity',
    answers: { 'GET /api/activity': everyActivity },
    ready: (page) => page.locator('.act').first().waitFor(),
  },
  { name: 'activity, empty', path: '/activity', answers: all('empty', 'activity'), ready: h1('Activity Log') },
  { name: 'activity, failed', path: '/activity', answers: all('failed', 'activity'), ready: text('Failed to load') },
  { name: 'subscription', path: '/subscription', ready: h1('Subscription') },
  ...SETTINGS_STATES,
  ...SECURITY_STATES,
]
