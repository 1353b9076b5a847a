import { z } from 'zod'
import { ACTIVITY_TYPES } from '#contract/calls/activity.ts'
import type { ScreenState } from './screen-state.ts'
import { all, press, text } from './steps.ts'

const DASHBOARD = ['loved-ones', 'calls/history', 'calls/upcoming', 'activity', 'dashboard/stats']

/** The finished calls, the newest of them with a request for help. */
export function withHelp(answered: unknown): unknown {
  const [first, ...others] = z.array(z.looseObject({ attempts: z.array(z.looseObject({})) })).parse(answered)
  return first ? [{ ...first, attempts: [{ ...first.attempts[0], outcome: 'help' }] }, ...others] : []
}

/** One entry of every type. */
export function everyActivity(answered: unknown): unknown {
  const [first] = z.array(z.looseObject({})).parse(answered)
  return ACTIVITY_TYPES.map((activityType, index) => ({ ...first, id: index + 1, activityType }))
}

/** The newest finished call as a miss of somebody in another zone. */
export const missedFarAway = (answered: unknown) => farAway(answered, { status: 'running', isOpen: true })

/** The same once somebody has ended it well. */
const allClearFarAway = (answered: unknown) =>
  farAway(answered, { status: 'resolved', endedHow: "Susan Hartley says all's well." })

function farAway(answered: unknown, incident: object): unknown {
  const [first, ...others] = z.array(z.looseObject({ lovedOne: z.looseObject({}) })).parse(answered)
  const missed = {
    ...{ id: 100_001, status: 'missed', attempts: [{ ...ENDED_TRY, outcome: 'no_answer' }] },
    incident: { cause: 'not_reached', owner: null, ...incident },
  }
  return [{ ...first, ...missed, lovedOne: { ...first?.lovedOne, timezone: 'Australia/Perth' } }, ...others]
}

/** The first of the finished calls as one that somebody looks after. */
function maintained(answered: unknown): unknown {
  const calls = z.array(z.looseObject({})).parse(answered)
  const [first] = calls
  return [{ ...first, id: 100_002, incident: { status: 'owned', owner: 'Susan Hartley' } }, ...calls]
}

/** The newest finished calls as two that one person did not answer, and one alert for both. */
function twoMissed(answered: unknown): unknown {
  const [first, ...others] = z.array(z.looseObject({})).parse(answered)
  const incident = { cause: 'not_reached', status: 'running', owner: null }
  const rungOut = { ...ENDED_TRY, outcome: 'no_answer' }
  return [
    ...[100_001, 100_002].map((id) => ({ ...first, id, status: 'missed', attempts: [rungOut], incident })),
    ...others,
  ]
}

const ENDED_TRY = {
  ...{ providerId: 'CA1', startedAt: new Date().toISOString(), endedAt: new Date().toISOString() },
  ...{ answeredBy: null, duration: null, keys: '' },
}

/** Calls as they stand between two tries. */
export function betweenTries(answered: unknown): unknown {
  const calls = z.array(z.looseObject({})).parse(answered)
  const now = Date.now()
  const ended = {
    ...{ providerId: 'CA1', startedAt: new Date(now - 60_000).toISOString(), endedAt: new Date(now).toISOString() },
    ...{ answeredBy: null, duration: null, keys: '', outcome: 'no_answer' },
  }
  return calls.map((call) => ({
    ...call,
    status: 'in_progress',
    scheduledTime: new Date(now - 60_000).toISOString(),
    nextTryAt: new Date(now + 9 * 60_000).toISOString(),
    attempts: [ended],
  }))
}

/** The newest finished calls as ones in which something was said that nobody is sure of. */
export function withUnsureWords(answered: unknown): unknown {
  const [first, ...others] = z.array(z.looseObject({})).parse(answered)
  const incident = (cause: string) => ({ cause, status: 'running', owner: null })
  return [
    { ...first, id: 100_001, status: 'missed', incident: incident('uncertain_help') },
    { ...first, id: 100_002, status: 'missed', incident: incident('unclear') },
    ...others,
  ]
}

const AN_INCIDENT = {
  ...{ id: 1, lovedOne: { id: 1, name: 'Margaret Hartley', phoneNumber: '+61491570156' }, cause: 'help' },
  ...{ headline: 'Margaret Hartley asked for help on the 9:00 AM daily check-in', status: 'running' },
  ...{ owner: null, isYours: false, link: '/incident/1.1.1' },
}

export const DASHBOARD_STATES: readonly ScreenState[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    answers: { 'GET /api/activity': everyActivity },
    ready: (page) => page.locator('.act').first().waitFor(),
  },
  {
    name: 'settings, an incident goes on',
    path: '/settings',
    answers: {
      'GET /api/incidents': {
        status: 200,
        body: [AN_INCIDENT, { ...AN_INCIDENT, id: 2, status: 'owned', owner: 'Susan Hartley' }],
      },
    },
    ready: (page) => page.locator('.incident-strip').waitFor(),
  },
  {
    name: 'the server gives no answer about who is signed in',
    path: '/settings',
    answers: { 'GET /api/me': 'failed' },
    ready: text('We can’t reach Cooee right now'),
  },
  {
    name: 'dashboard, help was asked for',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': withHelp },
    ready: text(/^Asked for help/),
  },
  {
    name: 'dashboard, words that nobody is sure of',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': withUnsureWords },
    ready: text(/may have asked for help/),
  },
  {
    name: 'dashboard, between two tries',
    path: '/dashboard',
    answers: { 'GET /api/calls/upcoming': betweenTries },
    ready: text(/^No answer yet, trying again at/),
  },
  {
    name: 'dashboard, two missed calls of one person',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': twoMissed },
    ready: text(/^Also, .*: Margaret didn’t answer/),
  },
  {
    name: 'dashboard, a missed call in another zone',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': missedFarAway },
    ready: text(/didn’t answer the .*AWST call \(.*your\stime\)$/),
  },
  {
    name: 'dashboard, asked whether somebody was reached',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': missedFarAway },
    ready: text(/didn’t answer the .*AWST call \(.*your\stime\)$/),
    act: async (page) => {
      await page.getByRole('button', { name: /^I’ve reached/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'dashboard, all clear',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': allClearFarAway },
    ready: text(/^All clear for Margaret now/),
  },
  {
    name: 'dashboard, people being notified',
    path: '/dashboard',
    answers: { 'GET /api/calls/history': maintained },
    ready: text('Margaret: Susan Hartley is checking'),
  },
  {
    name: 'dashboard, empty',
    path: '/dashboard',
    answers: all('empty', 'loved-ones', 'calls/history', 'calls/upcoming', 'activity'),
    ready: text('Add First Loved One'),
  },
  {
    name: 'dashboard, waiting',
    path: '/dashboard',
    answers: all('waiting', ...DASHBOARD),
    ready: text('Checking today’s calls'),
  },
  {
    name: 'dashboard, failed',
    path: '/dashboard',
    answers: all('failed', ...DASHBOARD),
    ready: async (page) => {
      await text('Error loading activity log')(page)
      await text('Error loading dashboard stats')(page)
      await text('We can’t see today’s calls')(page)
    },
  },
  {
    name: 'menu',
    path: '/dashboard',
    only: 'phone',
    ready: text('View all activity'),
    act: async (page) => {
      await press(page, 'Menu')
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    },
  },
]
