// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  aCall,
  aLovedOne,
  anActivity,
  anAttempt,
  aSubscription,
  consents,
  dashboardStats,
  STANDINGS,
} from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { queryKeys } from '#web/domain/query-keys.ts'
import { Dashboard } from './dashboard.tsx'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney.
const NOW = new Date('2026-03-09T23:24:00.000Z')
const margaret = aLovedOne({
  id: 1,
  nextCall: { scheduledTime: '2026-03-10T07:00:00.000Z', callType: 'medication_reminder' },
})
const con = aLovedOne({ id: 2, name: 'Con Papadakis', phoneNumber: '+61370100288' })

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney')
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

function server(changes: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    'GET /api/loved-ones': () => [margaret, con],
    'GET /api/calls/history': () => [
      aCall({ of: margaret, status: 'completed', scheduledTime: '2026-03-09T22:00:00.000Z' }),
    ],
    'GET /api/calls/upcoming': () => [
      aCall({ of: con, callType: 'wellness_check', scheduledTime: '2026-03-10T00:00:00.000Z' }),
    ],
    'GET /api/dashboard/stats': () => dashboardStats(),
    'GET /api/activity': () => [anActivity({ metadata: { details: 'Duration 3:12' } })],
    ...changes,
  })
}
const open = () => renderScreen(Dashboard, { at: '/dashboard', route: '/dashboard' })
const failing = () => reply(500, { message: 'Something broke' })

test('a full day is shown in words, then in figures, then in lists', async () => {
  server()
  open()
  expect(await screen.findByText('Margaret has answered today. Con still has a call to come.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Good morning, Robyn' })).toBeTruthy()
  expect(screen.getByText('Answered 9:00 AM')).toBeTruthy()
  expect(screen.getByText('Next: Today, 6:00 PM')).toBeTruthy()
  expect(screen.getByText('Call due 11:00 AM')).toBeTruthy()

  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(within(summary).getByText('126')).toBeTruthy()
  expect(within(summary).getByText('Basic Plan')).toBeTruthy()
  expect(within(summary).getByRole('link', { name: 'View history' }).getAttribute('href')).toBe('/calls?tab=history')
  expect(
    within(summary)
      .getByRole('link', { name: /^Manage/ })
      .getAttribute('href'),
  ).toBe('/subscription')

  const upcoming = screen.getByRole('region', { name: 'Upcoming Calls' })
  expect(within(upcoming).getByText('Mar 10, 2026 11:00 AM')).toBeTruthy()
  expect(within(upcoming).getByText('in 36 minutes')).toBeTruthy()
  expect(screen.getByText('1 hour ago · Duration 3:12')).toBeTruthy()
})

test('a missed call comes with a button that rings the person and one to its details', async () => {
  const missed = aCall({
    of: con,
    status: 'missed',
    callType: 'medication_reminder',
    scheduledTime: '2026-03-09T21:00:00.000Z',
  })
  server({ 'GET /api/calls/history': () => [missed] })
  const { user, address } = open()
  expect(await screen.findByText('Con didn’t answer the 8:00 AM call')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ring Con' }).getAttribute('href')).toBe('tel:+61370100288')
  expect(screen.getByText(/^Con didn’t answer the 8:00 AM call\./)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'View Details' }))
  expect(address()).toBe(`/calls/details/${missed.id}`)
})

test('a loved one who asked for help is not shown as having answered well, and can be rung', async () => {
  const help = aCall({
    of: con,
    status: 'completed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    attempts: [anAttempt({ outcome: 'help' })],
  })
  server({ 'GET /api/calls/history': () => [help] })
  open()
  expect(await screen.findByText('Con asked for help at 9:00 AM')).toBeTruthy()
  expect(screen.getByText('Con asked for help at 9:00 AM.', { exact: false, selector: '.today__sum' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ring Con' }).getAttribute('href')).toBe('tel:+61370100288')
  expect(screen.getByText('Asked for help 9:00 AM').closest('.person__state')?.getAttribute('data-status')).toBe(
    'failed',
  )
  expect(document.querySelector('.today [data-status="completed"]')).toBeNull()
})

test.each([
  [
    'uncertain_help',
    'Con may have asked for help at 9:00 AM',
    'May have asked for help 9:00 AM',
    /The words weren’t clear\. Please ring Con\.$/,
  ],
  [
    'unclear',
    'Con answered the 9:00 AM call and said something we couldn’t understand',
    'Not understood 9:00 AM',
    /Please ring Con\.$/,
  ],
] as const)('what is not certain is shown as uncertain: %s', async (cause, headline, state, advice) => {
  const call = aCall({
    of: con,
    status: 'missed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    attempts: [anAttempt({ outcome: cause === 'unclear' ? 'not_understood' : 'no_response', keys: '' })],
    incident: { cause, status: 'running', owner: null },
  })
  server({ 'GET /api/calls/history': () => [call] })
  open()
  const alert = (await screen.findByText(headline, { selector: 'strong' })).closest<HTMLElement>('.alertbar')
  expect(within(alert as HTMLElement).getByText(advice)).toBeTruthy()
  expect(screen.getByText(state)).toBeTruthy()
  expect(screen.queryByText(/didn’t answer/)).toBeNull()
})

test('while tries run, the person and the list of calls say when the next one is', async () => {
  const waiting = aCall({
    of: con,
    status: 'in_progress',
    scheduledTime: '2026-03-09T23:20:00.000Z',
    nextTryAt: '2026-03-09T23:30:00.000Z',
    attempts: [anAttempt({ answeredBy: null, keys: '', outcome: 'no_answer' })],
  })
  server({ 'GET /api/calls/upcoming': () => [waiting], 'GET /api/calls/history': () => [] })
  open()
  const upcoming = await screen.findByRole('region', { name: 'Upcoming Calls' })
  expect(await within(upcoming).findByText('No answer yet, trying again at 10:30 AM')).toBeTruthy()
  const states = await screen.findAllByText('No answer yet, trying again at 10:30 AM')
  expect(states.some((state) => state.closest('.person__state'))).toBe(true)
})

test('the calls of today are accounted for', async () => {
  server()
  open()
  expect(await screen.findByText('The one call so far today has a result')).toBeTruthy()
})

test.each([
  [
    { status: 'running', owner: null },
    'Medication Reminder. Nobody is checking yet. You may want to ring Con yourself.',
  ],
  [{ status: 'owned', owner: 'Susan Hartley' }, 'Medication Reminder. Susan Hartley is checking.'],
  [
    { status: 'unresolved', owner: null },
    'Medication Reminder. Nobody said they’d check. You may want to ring Con yourself.',
  ],
] as const)('a missed call says who takes care of it: %o', async (incident, words) => {
  const missed = aCall({
    of: con,
    status: 'missed',
    callType: 'medication_reminder',
    scheduledTime: '2026-03-09T21:00:00.000Z',
    incident,
  })
  server({ 'GET /api/calls/history': () => [missed] })
  open()
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a miss that somebody has ended well needs no alert any more', async () => {
  const missed = aCall({
    of: con,
    status: 'missed',
    scheduledTime: '2026-03-09T21:00:00.000Z',
    incident: { status: 'resolved', owner: 'Susan Hartley', endedHow: "Susan Hartley says all's well." },
  })
  server({ 'GET /api/calls/history': () => [missed] })
  open()
  expect(await screen.findByText(/^All clear for Con now, after the 8:00 AM call\./)).toBeTruthy()
  expect(screen.queryByText(/didn’t answer/)).toBeNull()
  const state = screen.getByText('No answer 8:00 AM, all clear now').closest('.person__state')
  expect(state?.getAttribute('data-status')).toBe('other')
  expect(screen.getByText("Susan Hartley says all's well.")).toBeTruthy()
})

test('help that somebody has ended well is calm on the panel too', async () => {
  const help = aCall({
    of: con,
    status: 'completed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    attempts: [anAttempt({ outcome: 'help' })],
    incident: { cause: 'help', status: 'resolved', owner: null, endedHow: "Susan Hartley says all's well." },
  })
  server({ 'GET /api/calls/history': () => [help] })
  open()
  expect(await screen.findByText(/^All clear for Con now, after the request for help at 9:00 AM\./)).toBeTruthy()
  expect(document.querySelector('.today [data-status="failed"]')).toBeNull()
})

test('a call stays in the zone it was made in after the person has moved, everywhere on the panel', async () => {
  const moved = aLovedOne({ id: 2, name: 'Con Papadakis', timezone: 'Australia/Adelaide' })
  const missed = {
    ...aCall({ of: moved, status: 'missed', scheduledTime: '2026-03-09T22:00:00.000Z' }),
    lovedOne: { name: 'Con Papadakis', phoneNumber: '+61370100288', timezone: 'Australia/Perth' },
  }
  server({ 'GET /api/loved-ones': () => [moved], 'GET /api/calls/history': () => [missed] })
  open()
  expect(await screen.findByText('Con didn’t answer the 6:00 AM AWST call (9:00 AM your time)')).toBeTruthy()
  expect(screen.getByText(/^Con didn’t answer the 6:00 AM AWST call \(9:00 AM your time\)\./)).toBeTruthy()
  expect(screen.getByText('No answer 6:00 AM AWST (9:00 AM your time)')).toBeTruthy()
  expect(screen.queryByText(/ACDT/)).toBeNull()
})

test('who else of the family has reached somebody is named, and not said to be the reader', async () => {
  const reached = aCall({
    ...{ of: con, status: 'missed', wasCancelled: true, wasResolved: true },
    resolvedBy: { id: 2, name: 'Tom Hartley', isYou: false },
    scheduledTime: '2026-03-09T21:00:00.000Z',
  })
  server({ 'GET /api/calls/history': () => [reached], 'GET /api/calls/upcoming': () => [] })
  open()
  expect(await screen.findByText('Tom Hartley has reached Con today.')).toBeTruthy()
  expect(screen.getByText('Reached by Tom Hartley, 8:00 AM')).toBeTruthy()
  expect(screen.getByText('Today’s call has a result: 1 reached by the family')).toBeTruthy()
})

test('a call that ended because the account holder had reached the person is no miss anywhere on the panel', async () => {
  const reached = aCall({
    ...{ of: con, status: 'missed', wasCancelled: true, wasResolved: true },
    resolvedBy: { id: 1, name: 'Robyn Hartley', isYou: true },
    scheduledTime: '2026-03-09T21:00:00.000Z',
  })
  server({ 'GET /api/calls/history': () => [reached], 'GET /api/calls/upcoming': () => [] })
  open()
  expect(await screen.findByText('You’ve reached Con today.')).toBeTruthy()
  expect(screen.getByText('Reached by you, 8:00 AM')).toBeTruthy()
  expect(screen.getByText('Today’s call has a result: 1 reached by you')).toBeTruthy()
  expect(document.querySelector('.today [data-status="missed"]')).toBeNull()
})

test.each([
  [true, /^We’ll close the alert about this call, and let everyone else we alerted know that all’s well\.$/],
  [false, /^We’ll close the alert about this call\.$/],
])(
  '“I’ve reached Con” is offered at the alert, and promises news only where others were alerted: %s',
  async (areOthersAlerted, words) => {
    const missed = aCall({
      ...{ of: con, status: 'missed', scheduledTime: '2026-03-09T21:00:00.000Z' },
      incident: { status: 'running', owner: null, isOpen: true },
    })
    const { sentTo } = server({
      'GET /api/calls/history': () => [missed],
      'POST /api/calls/:id/resolve': () => missed,
    })
    const { user, queryClient } = open()
    // As the strip above every screen has loaded it.
    queryClient.setQueryData(queryKeys.openIncidents, [{ lovedOne: { id: 2 }, areOthersAlerted }])
    await user.click(await screen.findByRole('button', { name: /^I’ve reached Con/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Have you reached Con?' }))
    expect(await dialog.findByText(words)).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Note/), 'Was in the shower')
    await user.click(dialog.getByRole('button', { name: 'Yes, I’ve reached Con' }))
    const thanks = areOthersAlerted
      ? /, and we’ll let everyone else we alerted know\.$/
      : /^Thanks\. We’ve closed the alert\.$/
    expect((await screen.findAllByText(thanks)).length).toBeGreaterThan(0)
    expect(sentTo('POST /api/calls/:id/resolve')[0]?.body).toEqual({ note: 'Was in the shower', knownUntil: null })
  },
)

test('“I’ve reached Con” names the request for help that it would close, and closes no later one', async () => {
  const missed = aCall({
    ...{ of: con, status: 'missed', scheduledTime: '2026-03-09T21:00:00.000Z' },
    incident: { status: 'running', owner: null, isOpen: true },
  })
  const { sentTo } = server({ 'GET /api/calls/history': () => [missed], 'POST /api/calls/:id/resolve': () => missed })
  const { user, queryClient } = open()
  const askedAt = '2026-03-09T22:00:00.000Z'
  queryClient.setQueryData(queryKeys.openIncidents, [
    { lovedOne: { id: 2 }, headline: 'Con texted us for help', areOthersAlerted: false, askedAt },
  ])
  await user.click(await screen.findByRole('button', { name: /^I’ve reached Con/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Have you reached Con?' }))
  expect(await dialog.findByText('Con texted us for help. We’ll close the alert about this call.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Yes, I’ve reached Con' }))
  await vi.waitFor(() => expect(sentTo('POST /api/calls/:id/resolve')[0]?.body).toMatchObject({ knownUntil: askedAt }))
})

test('a miss that the account holder has taken on says so to them, and is calm', async () => {
  const incident = { status: 'owned', owner: 'Robyn Hartley', isYours: true } as const
  const missed = aCall({ of: con, status: 'missed', scheduledTime: '2026-03-09T21:00:00.000Z', incident })
  server({ 'GET /api/calls/history': () => [missed] })
  open()
  const alert = (await screen.findByText(/You’re checking\.$/)).closest('.alertbar')
  expect(alert?.className).toContain('alertbar--calm')
  expect(screen.getByRole('link', { name: 'Ring Con' }).className).not.toContain('primary')
})

test('help that was asked for stays on the panel until somebody has ended it, also past midnight', async () => {
  const help = aCall({
    of: margaret,
    status: 'completed',
    scheduledTime: '2026-03-08T12:00:00.000Z',
    incident: { status: 'running', owner: null },
  })
  server({ 'GET /api/calls/history': () => [help] })
  const { user, address } = open()
  expect(await screen.findByText('Margaret: nobody is checking yet')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'View Details of the call to Margaret' }))
  expect(address()).toBe(`/calls/details/${help.id}`)
})

test('help that was asked for without a call is on the panel, with the way to ring back', async () => {
  const helpRequested = { headline: 'Margaret texted us for help', status: 'running', owner: null } as const
  server({ 'GET /api/loved-ones': () => [{ ...margaret, helpRequested }, con] })
  open()
  expect(await screen.findByText('Margaret texted us for help')).toBeTruthy()
  expect(screen.getByText('Nobody is checking yet.')).toBeTruthy()
  const state = screen.getByText('Asked for help').closest('.person__state')
  expect(state?.getAttribute('data-status')).toBe('failed')
  expect(screen.getByRole('link', { name: 'Ring Margaret' })).toBeTruthy()
})

test('an incident that nobody took on stays on the panel', async () => {
  const missed = aCall({
    of: margaret,
    status: 'missed',
    scheduledTime: '2026-03-08T12:00:00.000Z',
    incident: { status: 'unresolved', owner: null },
  })
  server({ 'GET /api/calls/history': () => [missed] })
  open()
  expect(await screen.findByText('Margaret: nobody said they’d check')).toBeTruthy()
})

test('what is missing until somebody is protected is listed with its links, and can be hidden', async () => {
  const tried = { callId: null, at: null, finding: null, answered: false }
  const untried = { ...margaret, consents: consents('not_asked'), tried, activeServices: ['daily_check_in'] }
  server({ 'GET /api/loved-ones': () => [untried, con] })
  const { user } = open()
  const head = await screen.findByRole('heading', { name: 'Margaret is protected: 4 of 6' })
  const list = within(head.closest('details') as HTMLElement)
  expect(list.getByRole('link', { name: /^Try it together/ }).getAttribute('href')).toBe('/loved-ones/1/try')
  expect(list.getByRole('link', { name: /^Confirm your mobile/ }).getAttribute('href')).toBe('/settings?phone=true')
  expect(list.getByText('So you know the number works, and Margaret knows who’s calling.')).toBeTruthy()
  await user.click(list.getByRole('button', { name: /^Hide/ }))
  expect(screen.queryByRole('heading', { name: /^Margaret is protected/ })).toBeNull()
  cleanup()
  open()
  await screen.findByText('Margaret has answered today. Con still has a call to come.')
  expect(screen.queryByRole('heading', { name: /^Margaret is protected/ })).toBeNull()
  localStorage.clear()
})

test('a loved one without an emergency contact is flagged, with the way to the contacts', async () => {
  const services = { hasEmergencyContact: false, activeServices: ['daily_check_in' as const] }
  const { routes } = server({ 'GET /api/loved-ones': () => [aLovedOne({ ...margaret, ...services }), con] })
  const { queryClient } = open()
  expect(
    await screen.findByText('If Margaret doesn’t answer, there’s nobody else we can tell.', { exact: false }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Contacts *for Margaret Hartley$/ }).getAttribute('href')).toBe(
    '/contacts?lovedOneId=1&lovedOneName=Margaret+Hartley',
  )
  routes['GET /api/loved-ones'] = () => [aLovedOne({ ...margaret, ...services }), aLovedOne({ ...con, ...services })]
  await queryClient.refetchQueries()
  expect(
    await screen.findByText('If Margaret or Con doesn’t answer, there’s nobody else we can tell.', { exact: false }),
  ).toBeTruthy()
})

test('on the first day it says where to begin', async () => {
  server({
    'GET /api/loved-ones': () => [],
    'GET /api/calls/history': () => [],
    'GET /api/calls/upcoming': () => [],
    'GET /api/activity': () => [],
    'GET /api/dashboard/stats': () => dashboardStats({ lovedOnesCount: 0, subscription: { plan: null } }),
  })
  open()
  expect(await screen.findByRole('heading', { name: 'Welcome to Cooee, Robyn' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add First Loved One' })).toBeTruthy()
  expect(await screen.findByText('No Plan')).toBeTruthy()
  expect(await screen.findByText('No upcoming calls scheduled')).toBeTruthy()
  expect(await screen.findByText('No recent activity')).toBeTruthy()
})

test('where nothing is scheduled the dashboard says so once', async () => {
  server({ 'GET /api/calls/history': () => [], 'GET /api/calls/upcoming': () => [] })
  open()
  expect(await screen.findByText('Next, choose when Cooee should ring Margaret.')).toBeTruthy()
  expect(screen.queryByText(/No calls due yet today/)).toBeNull()
})

test('while it loads there are headings and a word for screen readers, and no claims', async () => {
  const never = () => new Promise(() => {})
  server({
    'GET /api/loved-ones': never,
    'GET /api/calls/history': never,
    'GET /api/calls/upcoming': never,
    'GET /api/activity': never,
    'GET /api/dashboard/stats': never,
  })
  open()
  expect(await screen.findByText('Checking today’s calls…')).toBeTruthy()
  expect(screen.getByText('Loading upcoming calls')).toBeTruthy()
  expect(screen.queryByText(/No calls|No upcoming|answered/)).toBeNull()
})

test('when everything fails nothing is claimed about anybody and every part says so', async () => {
  server({
    'GET /api/loved-ones': failing,
    'GET /api/calls/history': failing,
    'GET /api/calls/upcoming': failing,
    'GET /api/activity': failing,
    'GET /api/dashboard/stats': failing,
  })
  open()
  expect(await screen.findByText('We can’t see today’s calls right now.')).toBeTruthy()
  expect(await screen.findByText('Error loading dashboard stats')).toBeTruthy()
  expect(await screen.findByText('Error Loading')).toBeTruthy()
  expect(await screen.findByText('Error loading upcoming calls')).toBeTruthy()
  expect(await screen.findByText('Error loading activity log')).toBeTruthy()
  expect(screen.getAllByText('Please try refreshing the page')).toHaveLength(2)
  expect(screen.queryByText('0')).toBeNull()
  expect(screen.queryByText('No upcoming calls scheduled')).toBeNull()
})

test('one failed source of three takes the people off the panel', async () => {
  server({ 'GET /api/calls/history': failing })
  open()
  expect(await screen.findByText('We can’t see today’s calls right now.')).toBeTruthy()
  expect(screen.queryByText('Call due 11:00 AM')).toBeNull()
})

test('a refresh that fails keeps the last good data, with a notice', async () => {
  const { routes } = server()
  const { queryClient } = open()
  await screen.findByText('Answered 9:00 AM')
  for (const route of Object.keys(routes)) routes[route] = failing
  await queryClient.refetchQueries()
  expect(await screen.findAllByText(/We couldn’t check for changes/)).toHaveLength(1)
  expect(screen.getByText('Answered 9:00 AM')).toBeTruthy()
  expect(screen.getByText('126')).toBeTruthy()
})

test('a call that was not placed is not blamed on the loved one', async () => {
  const notPlaced = aCall({ of: con, status: 'missed', scheduledTime: '2026-03-09T21:00:00.000Z', attempts: [] })
  server({ 'GET /api/calls/history': () => [notPlaced], 'GET /api/calls/upcoming': () => [] })
  open()
  expect(await screen.findByText('We couldn’t make the 8:00 AM call to Con')).toBeTruthy()
  expect(screen.getByText('Not called 8:00 AM')).toBeTruthy()
  expect(screen.getByText(/We couldn’t make one call today/)).toBeTruthy()
})

test('while calls are suspended, nothing on the dashboard says that anybody will be rung', async () => {
  server({ 'GET /api/subscription': () => aSubscription(STANDINGS.suspendedTrialOver) })
  open()
  expect(await screen.findByText('Suspended 11:00 AM')).toBeTruthy()
  expect(screen.getByText('Margaret has answered today. Calls to Con are suspended.')).toBeTruthy()
  expect(screen.getByText('Next call suspended')).toBeTruthy()
  expect(screen.getByText('Calls suspended')).toBeTruthy()
  expect(screen.queryByText(/^Call due/)).toBeNull()
  expect(screen.queryByText(/still has a call to come/)).toBeNull()
})

test.each([
  ['trial', 'Free trial'],
  ['trialEnding', 'Free trial, 3 days left'],
  ['active', 'Renews Apr 1, 2026'],
  ['cancelling', 'Ends Apr 1, 2026'],
  ['pastDue', 'Payment failed'],
  ['off', 'None needed'],
] as const)('the subscription card says how the plan stands: %s', async (standing, words) => {
  server({ 'GET /api/subscription': () => aSubscription(STANDINGS[standing]) })
  open()
  expect(await within(await screen.findByRole('region', { name: 'Summary' })).findByText(words)).toBeTruthy()
})

test('the dashboard of an organisation says how many need attention, shows some people and links to all', async () => {
  const missed = aCall({ of: con, status: 'missed', scheduledTime: '2026-03-09T21:00:00.000Z' })
  server({
    'GET /api/dashboard/today': () => ({
      lovedOnes: [
        con,
        margaret,
        ...Array.from({ length: 10 }, (_, n) => aLovedOne({ id: 10 + n, name: `Person ${n}` })),
      ],
      history: [missed],
      upcoming: [],
      peopleCount: 2_000,
      attention: { count: 14, inWords: '14 people need your attention.' },
    }),
  })
  open()
  expect(await screen.findByText('14 people need your attention.')).toBeTruthy()
  expect(screen.getByText('Con didn’t answer the 8:00 AM call')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 2000 loved ones' }).getAttribute('href')).toBe('/loved-ones')
  expect(screen.queryByText(/have answered today/), 'nothing is claimed of people who are not shown').toBeNull()
})
