import { z } from 'zod'
import { everyActivity } from './dashboard.ts'
import type { ScreenState } from './screen-state.ts'
import { SECURITY_STATES } from './security.ts'
import { SETTINGS_STATES } from './settings.ts'
import { all, h1, text } from './steps.ts'

/** As many entries as are asked for, so that there may be older ones. */
function manyEntries(answered: unknown): unknown {
  const [first] = z.array(z.looseObject({})).parse(answered)
  return Array.from({ length: 100 }, (_, index) => ({ ...first, id: 1000 - index }))
}

export const ACCOUNT_STATES: readonly ScreenState[] = [
  {
    name: 'activity',
    path: '/activity',
    answers: { 'GET /api/activity': everyActivity },
    ready: (page) => page.locator('.act').first().waitFor(),
  },
  { name: 'activity, empty', path: '/activity', answers: all('empty', 'activity'), ready: h1('Activity Log') },
  { name: 'activity, failed', path: '/activity', answers: all('failed', 'activity'), ready: text('Failed to load') },
  {
    name: 'activity, no match so far',
    path: '/activity',
    answers: { 'GET /api/activity': manyEntries },
    ready: (page) => page.locator('.act').first().waitFor(),
    act: async (page) => {
      await page.getByLabel('Search activity').fill('zzz')
      await text('No matches found so far')(page)
    },
  },
  ...SETTINGS_STATES,
  ...SECURITY_STATES,
]
