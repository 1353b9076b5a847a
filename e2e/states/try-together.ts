import { z } from 'zod'
import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, openSelect, press, text } from './steps.ts'

const AT = '2026-03-10T00:00:00.000Z'
const NOT_ASKED = { state: 'not_asked', since: null, how: null }
const BY_KEY = { since: AT, how: 'key' }

/** What a loved one has decided about calls; everything else agreed to, so that all of it is shown. */
function decided(calls: 'agreed' | 'not_asked' | 'declined') {
  const agreed = { state: 'agreed', ...BY_KEY }
  return {
    consents: {
      calls: calls === 'not_asked' ? NOT_ASKED : { state: calls, ...BY_KEY },
      recording: agreed,
      words: agreed,
      conversation: NOT_ASKED,
    },
    callsRefusedAt: calls === 'declined' ? AT : null,
  }
}

const NEVER = { callId: null, at: null, finding: null, answered: false }
const change = (changes: object) => (answered: unknown) =>
  Array.isArray(answered)
    ? z
        .array(z.looseObject({}))
        .parse(answered)
        .map((each) => ({ ...each, ...changes }))
    : { ...z.looseObject({}).parse(answered), ...changes }

const LOVED_ONE = 'GET /api/loved-ones/*'
const CALL = 'GET /api/calls/*'
const RING = 'POST /api/loved-ones/*/try'
const ELSE = 'POST /api/loved-ones/*/someone-else-answered'
const TEXT = 'POST /api/loved-ones/*/text-number'

/** The rehearsal, whatever it finds, and what somebody has decided wherever it is shown. `callId`: a call to be taken for its own. */
export function tryStates(lovedOneId: number, callId: number): readonly ScreenState[] {
  const path = `/loved-ones/${lovedOneId}/try`
  const untried: FakeAnswers = { [LOVED_ONE]: change({ ...decided('not_asked'), tried: NEVER }) }
  const tried = (finding: string | null, calls: Parameters<typeof decided>[0], call: object = {}): FakeAnswers => ({
    [LOVED_ONE]: change({ ...decided(calls), tried: { callId, at: AT, finding, answered: true } }),
    [CALL]: change({ isRehearsal: true, finding, ...call }),
  })
  const before = { path, answers: untried, ready: text(/^Ring .* now$/) } as const
  return [
    { ...before, name: 'try it together' },
    { ...before, name: 'try it together, waiting', answers: { [LOVED_ONE]: 'waiting' }, ready: announced(/^Loading/) },
    {
      ...before,
      name: 'try it together, failed',
      answers: { [LOVED_ONE]: 'failed' },
      ready: text('Failed to load loved one'),
    },
    {
      ...before,
      name: 'try it together, a landline',
      answers: { [LOVED_ONE]: change({ ...decided('not_asked'), tried: NEVER, phoneNumber: '+61255500143' }) },
      ready: text('A landline can’t get texts'),
    },
    {
      ...before,
      name: 'try it together, email not confirmed',
      answers: { ...untried, 'GET /api/me': change({ emailVerified: false, callsWaitForEmail: true }) },
      ready: text('First, please open the link'),
    },
    {
      ...before,
      name: 'try it together, starting',
      answers: { ...untried, [RING]: 'waiting' },
      act: async (page) => {
        await press(page, /^Ring .* now$/)
        await text('Ringing…')(page)
      },
    },
    {
      ...before,
      name: 'try it together, refused at night',
      answers: {
        ...untried,
        [RING]: { status: 409, body: { message: 'It’s 10:15 PM there. Please try from 8:00 AM to 9:00 PM.' } },
      },
      act: async (page) => {
        await press(page, /^Ring .* now$/)
        await text('It’s 10:15 PM there')(page)
      },
    },
    {
      ...before,
      name: 'try it together, number texted',
      answers: { ...untried, [TEXT]: { status: 202, body: { message: 'We’re texting our number to Margaret.' } } },
      act: async (page) => {
        await press(page, /^Text it to/)
        await text('We’re texting our number')(page)
      },
    },
    {
      name: 'try it together, ringing',
      path,
      answers: tried(null, 'not_asked', { status: 'in_progress', attempts: [], timeline: [] }),
      ready: text('We’re connecting the call'),
    },
    {
      name: 'try it together, call not to be followed',
      path,
      answers: { ...tried(null, 'not_asked'), [CALL]: 'failed' },
      ready: text('We couldn’t follow the call'),
    },
    ...(
      [
        ['person', 'agreed', /^It works: someone answered/],
        ['person', 'not_asked', 'Someone answered but didn’t say yes'],
        ['declined', 'declined', /would rather not be called/],
        ['machine', 'not_asked', 'An answering machine picked up'],
        ['screening', 'not_asked', 'The phone asked who was calling'],
        ['no_answer', 'not_asked', 'Nobody answered'],
        ['busy', 'not_asked', 'The line was busy'],
        ['not_placed', 'not_asked', 'We couldn’t ring this number'],
      ] as const
    ).map(([finding, calls, words]) => ({
      name: `try it together, found: ${finding}, ${calls}`,
      path,
      answers: tried(
        finding,
        calls,
        finding === 'person' && calls === 'not_asked' ? { attempts: [], timeline: [] } : {},
      ),
      ready: text(words),
    })),
    {
      name: 'try it together, someone else answered',
      path,
      answers: {
        ...tried('person', 'agreed'),
        [ELSE]: change(decided('not_asked')),
      },
      ready: text('Was it'),
      act: async (page) => {
        await press(page, 'No, someone else')
        await text('Someone else answered')(page)
      },
    },
    {
      name: 'try it together, that someone else answered not saved',
      path,
      answers: { ...tried('person', 'agreed'), [ELSE]: 'failed' },
      ready: text('Was it'),
      act: async (page) => {
        await press(page, 'No, someone else')
        await text('Something went wrong on our side')(page)
      },
    },
    {
      name: 'schedule a call, to somebody who wants none',
      path: `/calls?lovedOneId=${lovedOneId}&schedule=true`,
      answers: { 'GET /api/loved-ones': change({ ...decided('declined'), phoneNumber: '+61491570156' }) },
      ready: dialog,
      act: async (page) => {
        await openSelect(page, 'How We Ask')
        await page.getByRole('option', { name: 'A phone call' }).click()
        await text('so this call won’t ring')(page)
      },
    },
    ...(['not_asked', 'declined'] as const).map((calls) => ({
      name: `loved ones, calls ${calls}`,
      path: '/loved-ones',
      answers: { 'GET /api/loved-ones': change({ ...decided(calls), tried: NEVER }) },
      ready: text(calls === 'declined' ? /would rather not be called/ : 'Not tried yet'),
    })),
    {
      name: 'dashboard, what is missing until they are protected',
      path: '/dashboard',
      answers: { 'GET /api/loved-ones': change({ ...decided('not_asked'), tried: NEVER }) },
      ready: text(/is protected: \d of 6/),
    },
    ...(
      [
        ['shown', { status: 200, body: LEDGER }, 'Calls: said yes'],
        ['empty', { status: 200, body: [] }, 'We haven’t asked anything yet'],
        ['failed', 'failed', 'We couldn’t load what we asked'],
      ] as const
    ).map(([how, answer, words]) => ({
      name: `edit a loved one, the ledger of consents ${how}`,
      path: `/loved-ones?edit=${lovedOneId}`,
      answers: { [LOVED_ONE]: change(decided('agreed')), 'GET /api/loved-ones/*/consents': answer },
      ready: dialog,
      act: async (page: Parameters<ScreenState['ready']>[0]) => {
        await page.getByText('Show everything we asked').click()
        await text(words)(page)
      },
    })),
    {
      name: 'edit a loved one, stop recording?',
      path: `/loved-ones?edit=${lovedOneId}`,
      answers: { [LOVED_ONE]: change(decided('agreed')) },
      ready: dialog,
      act: async (page) => {
        await press(page, 'Stop recording')
        await text('Also delete the recordings we have')(page)
      },
    },
    {
      name: 'try it together, our number failed',
      path,
      answers: { ...untried, ...all('failed', 'phone') },
      ready: text('We couldn’t load the number'),
    },
  ]
}

const LEDGER = [
  { id: 2, subject: 'calls', state: 'agreed', how: 'key', wording: '2026-11', at: AT },
  { id: 1, subject: 'calls', state: 'not_asked', how: 'no_answer', wording: '2026-11', at: AT },
]
