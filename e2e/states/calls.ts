import { z } from 'zod'
import { TIMELINE_KINDS } from '#contract/calls/call-details.ts'
import { CALL_STATUSES } from '#core/calls/call-vocabulary.ts'
import { chooseAction } from '../screens.ts'
import { betweenTries, withHelp, withUnsureWords } from './dashboard.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, openSelect, press, question, rows, text } from './steps.ts'

/** One history entry of every status, with a recording and more pages to come. */
function everyStatus(answered: unknown): unknown {
  const [first] = z.array(z.looseObject({ id: z.number() })).parse(answered)
  if (!first) throw new Error('There is no finished call to show')
  const statuses = [...CALL_STATUSES.filter((status) => status !== 'scheduled' && status !== 'in_progress')]
  return Array.from({ length: 50 }, (_, index) => ({
    ...first,
    id: 100_000 - index,
    status: statuses[index % statuses.length],
    // For a miss without one nobody was rung.
    ...(index % 8 === 2 ? { attempts: [] } : {}),
    recording: index % 2 === 0 ? '/api/calls/1/recording' : null,
    transcript: index % 3 === 0 ? null : 'Cooee: Good morning.\nMargaret: (pressed 1)',
  })).slice(0, 50)
}

/** Calls of somebody whose name begins with an emoji and holds no space. */
function oddlyNamed(answered: unknown): unknown {
  const name = `👵${'Featherstonehaugh'.repeat(4)}`
  return z
    .array(z.looseObject({ lovedOne: z.looseObject({}) }))
    .parse(answered)
    .map((call) => ({ ...call, lovedOne: { ...call.lovedOne, name } }))
}

/** A call with everything that a page of details can hold, still going on. */
function everyStep(answered: unknown): unknown {
  const call = z.looseObject({ scheduledTime: z.string() }).parse(answered)
  const at = call.scheduledTime
  const step = { at, contactName: 'Susan Hartley', to: '+61491570110' }
  return {
    ...call,
    status: 'missed',
    reason: 'The phone rang out.',
    incident: { status: 'running', owner: null },
    timeline: TIMELINE_KINDS.map((kind) => ({ at, kind, text: `What was ${kind}` })),
    escalation: {
      status: 'running',
      owner: null,
      causes: [
        { callId: 1, headline: "Margaret Hartley didn't answer the 9:00 AM call", at },
        { callId: 2, headline: "Margaret Hartley didn't answer the 9:05 AM call", at },
        { callId: null, headline: 'Margaret Hartley texted us for help', at },
      ],
      steps: [
        { ...step, channel: 'sms', outcome: 'delivered' },
        { ...step, channel: 'call', outcome: 'no answer' },
        { ...step, channel: 'email', to: 'robyn@example.com', outcome: 'sent' },
      ],
    },
  }
}

/** The calls as ones of which the one before was skipped. */
function withASkip(answered: unknown): unknown {
  const skipped = new Date(Date.now() + 20 * 3_600_000).toISOString()
  return z
    .array(z.looseObject({}))
    .parse(answered)
    .map((call) => ({ ...call, skippedTimes: [skipped] }))
}

/** `lovedOneId` has calls. */
export function callsStates(lovedOneId: number, finishedCallId: number): readonly ScreenState[] {
  return [
    { name: 'upcoming calls', path: '/calls', ready: rows },
    {
      name: 'upcoming calls, of who asked not to be called',
      path: '/calls',
      answers: {
        'GET /api/calls/upcoming': (answered) =>
          z
            .array(z.looseObject({}))
            .parse(answered)
            .map((call) => ({ ...call, isRefused: true })),
      },
      ready: text('Margaret has asked not to be called'),
    },
    {
      name: 'upcoming calls of one',
      path: `/calls?lovedOneId=${lovedOneId}`,
      ready: async (page) => {
        await text('Showing calls for')(page)
        await rows(page)
      },
    },
    { name: 'calls of nobody', path: '/calls?lovedOneId=999999', ready: text('We couldn’t find this loved one') },
    {
      name: 'history, help was asked for',
      path: '/calls?tab=history',
      answers: { 'GET /api/calls/history': withHelp },
      ready: text('Asked for help'),
    },
    {
      name: 'history, words that nobody is sure of',
      path: '/calls?tab=history',
      answers: { 'GET /api/calls/history': withUnsureWords },
      ready: text('May have asked for help'),
    },
    {
      name: 'upcoming calls, between two tries',
      path: '/calls',
      answers: { 'GET /api/calls/upcoming': betweenTries },
      ready: text(/^No answer yet, trying again at/),
    },
    {
      name: 'upcoming calls, menu',
      path: '/calls',
      ready: rows,
      act: async (page) => {
        await press(page, /^Actions for/)
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'upcoming calls, empty',
      path: '/calls',
      answers: all('empty', 'calls/upcoming'),
      ready: text('No upcoming calls scheduled'),
    },
    {
      name: 'upcoming calls, waiting',
      path: '/calls',
      answers: all('waiting', 'calls/upcoming'),
      ready: announced('Loading upcoming calls'),
    },
    {
      name: 'upcoming calls, failed',
      path: '/calls',
      answers: all('failed', 'calls/upcoming'),
      ready: text('Failed to load calls'),
    },
    {
      name: 'cancel a call?',
      path: '/calls',
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Cancel')
        await question(page)
      },
    },
    {
      name: 'a toast of success',
      path: '/calls',
      answers: {
        'POST /api/calls/*/call-now': { status: 500, body: { message: 'The provider is not answering' } },
      },
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Call Now')
        await text('The provider is not answering')(page)
      },
    },
    { name: 'recurring calls', path: '/calls?tab=recurring', ready: rows },
    {
      name: 'recurring calls, a long name that begins with an emoji',
      path: '/calls?tab=recurring',
      answers: { 'GET /api/calls/recurring': oddlyNamed },
      ready: text(/^👵Featherstonehaugh/),
    },
    {
      name: 'upcoming calls, a proxy failed',
      path: '/calls',
      answers: { 'GET /api/calls/upcoming': { status: 502, body: '<html>Bad Gateway</html>' } },
      ready: text('Failed to load calls (502)'),
    },
    {
      name: 'recurring calls, one was skipped',
      path: '/calls?tab=recurring',
      answers: { 'GET /api/calls/recurring': withASkip },
      ready: text(/^Skipped:/),
    },
    {
      name: 'recurring calls, undoing a skip failed',
      path: '/calls?tab=recurring',
      answers: {
        'GET /api/calls/recurring': withASkip,
        'POST /api/calls/*/skip/undo': {
          status: 409,
          body: { message: "It's too late: the time of the skipped call has passed." },
        },
      },
      ready: text(/^Skipped:/),
      act: async (page) => {
        await press(page, /^Undo/)
        await page.locator('.row-failure').first().waitFor()
      },
    },
    {
      name: 'reached them?',
      path: '/calls',
      answers: { 'GET /api/calls/upcoming': betweenTries },
      ready: text(/^No answer yet, trying again at/),
      act: async (page) => {
        await press(page, /^I’ve reached/)
        await dialog(page)
      },
    },
    {
      name: 'recurring calls, empty',
      path: '/calls?tab=recurring',
      answers: all('empty', 'calls/recurring'),
      ready: text('No recurring calls'),
    },
    {
      name: 'recurring calls, failed',
      path: '/calls?tab=recurring',
      answers: all('failed', 'calls/recurring'),
      ready: text('Failed to load recurring calls'),
    },
    {
      name: 'skip a call, skipped',
      path: '/calls?tab=recurring',
      answers: { 'POST /api/calls/*/skip': { status: 200, body: { catchUpAt: null } } },
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Skip next')
        await question(page)
        await press(page, 'Skip call')
        await text('The next call has been skipped')(page)
      },
    },
    {
      name: 'history',
      path: '/calls?tab=history',
      answers: { 'GET /api/calls/history': everyStatus },
      ready: text('Load more'),
    },
    {
      name: 'history, a long name that begins with an emoji',
      path: '/calls?tab=history',
      answers: { 'GET /api/calls/history': oddlyNamed },
      ready: text(/^👵Featherstonehaugh/),
    },
    {
      name: 'history, filter open',
      path: '/calls?tab=history',
      ready: (page) => page.getByRole('button', { name: /^View transcript/ }).waitFor(),
      act: (page) => openSelect(page, 'Filter history'),
    },
    {
      name: 'history, empty',
      path: '/calls?tab=history',
      answers: all('empty', 'calls/history'),
      ready: text('No call history yet'),
    },
    {
      name: 'history, failed',
      path: '/calls?tab=history',
      answers: all('failed', 'calls/history'),
      ready: text('Failed to load call history'),
    },
    {
      name: 'transcript',
      path: '/calls?tab=history',
      ready: (page) => page.getByRole('button', { name: /^View transcript/ }).waitFor(),
      act: async (page) => {
        await press(page, /^View transcript/)
        await dialog(page)
      },
    },
    { name: 'call details', path: `/calls/details/${finishedCallId}`, ready: text('Attempts') },
    {
      name: 'call details, live',
      path: `/calls/details/${finishedCallId}`,
      answers: { [`GET /api/calls/${finishedCallId}`]: everyStep },
      ready: text('Who We Told'),
    },
    {
      name: 'call details, between two tries',
      path: `/calls/details/${finishedCallId}`,
      answers: { [`GET /api/calls/${finishedCallId}`]: (call) => z.array(z.unknown()).parse(betweenTries([call]))[0] },
      ready: text(/^No answer yet, trying again at/),
    },
    {
      name: 'call details, words that nobody is sure of',
      path: `/calls/details/${finishedCallId}`,
      answers: {
        [`GET /api/calls/${finishedCallId}`]: (call) => ({
          ...z.looseObject({}).parse(call),
          status: 'missed',
          incident: { cause: 'unclear', status: 'running', owner: null },
        }),
      },
      ready: text(/said something we couldn’t understand/),
    },
    {
      name: 'call details, with an incident',
      path: `/calls/details/${finishedCallId}`,
      answers: { 'GET /api/calls/*': (call) => ({ ...z.looseObject({}).parse(call), incidentLink: '/incident/x' }) },
      ready: text('Open the incident'),
    },
    {
      name: 'call details, failed',
      path: '/calls/details/999999999',
      answers: { 'GET /api/calls/*': { status: 404, body: { message: 'Call not found' } } },
      ready: text('Failed to get call details'),
    },
  ]
}
