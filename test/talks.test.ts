import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallDetails } from '#contract/calls/call-details.ts'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import { talksOfCall } from '#server/features/talks/talks-of-call.ts'
import { openDatabase, type Trx } from '#server/platform/database/database.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import type { Misbehaviour } from '#simulators/model/misbehaviour.ts'
import { type ModelSimulator, startModelSimulator } from '#simulators/model/model-simulator.ts'
import type { RelayFault } from '#simulators/twilio/relay/relay-faults.ts'
import type { PhoneScript } from '#simulators/twilio/twilio-simulator.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

let cooee: LiveServer
let model: ModelSimulator
beforeAll(async () => {
  model = await startModelSimulator({ slowMs: 20_000 })
  cooee = await startLiveServer({}, { talkModel: { baseUrl: model.url, model: 'scripted', apiKey: null } })
})
afterAll(async () => {
  await cooee.close()
  await model.close()
})
beforeEach(() => {
  model.misbehaves = null
})
afterEach(() => {
  for (const { number } of cooee.simulator.behaviours()) cooee.simulator.setBehaviour(number, null)
})

let nextNumber = 0
/** A number that ends in these digits, new for each call. */
const aNumber = (ending: string) => `+6149157${String(1000 + nextNumber++).slice(-3)}${ending}`

interface Wanted {
  ending?: string
  script?: PhoneScript
  fault?: RelayFault
  isOn?: boolean
  hasAgreed?: boolean
  /** Done before the call is booked. */
  prepare?: (trx: Trx, whom: { accountId: number; lovedOneId: number }) => Promise<unknown>
}

/** A check-in of somebody whose calls may be talks, as it ended. */
async function aTalk({ ending = '41', script, fault, isOn = true, hasAgreed = true, prepare }: Wanted = {}) {
  const number = aNumber(ending)
  const whom = await cooee.aLovedOneAt(number)
  const { db } = cooee.server
  await db.updateTable('lovedOnes').set({ talks: isOn }).where('id', '=', whom.lovedOneId).execute()
  const agreed = { ...whom, subject: 'conversation', state: 'agreed', how: 'key', at: new Date() } as const
  if (hasAgreed) await db.transaction().execute((trx) => recordConsent(trx, agreed))
  if (prepare) await db.transaction().execute((trx) => prepare(trx, whom))
  if (script) cooee.simulator.setBehaviour(number, { kind: 'script', script })
  if (fault) cooee.simulator.setRelayFault(number, fault)
  const callId = await cooee.aCall(whom, new Date())
  await cooee.everyCallEnded(60_000)
  const account = { id: whom.accountId, mayHear: true }
  const call: CallDetails = await findCall(callViews(cooee.server.db), account, callId)
  return { call, callId, whom, dials: cooee.simulator.callsTo(number) }
}

/** A talk of so many minutes in an earlier call, which has just ended. */
async function aTalkBefore(trx: Trx, whom: { accountId: number; lovedOneId: number }, minutes: number) {
  const at = new Date()
  const call = { ...whom, callType: 'daily_check_in', status: 'completed', scheduledFor: at, endedAt: at } as const
  const { id: callId } = await trx.insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow()
  const dial = { callId, attemptNumber: 1, phoneNumber: aNumber('00'), startedAt: at, dialBy: at } as const
  const { id: attemptId } = await trx
    .insertInto('attempts')
    .values({ ...dial, state: 'ended', outcome: 'acknowledged' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const talk = { ...whom, attemptId, openedAt: at, endedAt: at, endReason: 'finished', seconds: minutes * 60 } as const
  await trx.insertInto('talks').values(talk).execute()
}

const outcomes = ({ attempts }: CallDetails) => attempts.map(({ outcome }) => outcome)
const talks = (accountId: number, callId: number) =>
  talksOfCall({ db: cooee.server.db, sealing: cooee.server.sealing, consent: 'attested' }, accountId, callId)
const said = ({ call }: Awaited<ReturnType<typeof aTalk>>) => call.transcript ?? ''

test('a talk is held, its all-clear completes the call, and its summary rests on what was said', async () => {
  const held = await aTalk()
  expect(held.call.status).toBe('completed')
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(held.dials).toHaveLength(1)
  expect(held.dials[0]?.errors).toEqual([])
  await waitUntil('the summary is written', async () => {
    const [talk] = await talks(held.whom.accountId, held.callId)
    return talk?.summaryState === 'written'
  })
  const [talk] = await talks(held.whom.accountId, held.callId)
  expect(talk?.turns.map(({ by, text }) => `${by}: ${text}`)).toEqual(
    expect.arrayContaining(["person: I'm very well thank you.", 'person: The roses are out in the garden.']),
  )
  const ids = new Set(talk?.turns.map(({ id }) => id))
  expect(talk?.summary.length).toBeGreaterThan(0)
  for (const { turnId } of talk?.summary ?? []) expect(ids).toContain(turnId)
  expect(talk?.notes.map(({ topic }) => topic)).toContain('garden')
  expect(talk?.concerns).toEqual([])
})

test('a request for help in a talk ends it and is reported', async () => {
  const held = await aTalk({ ending: '42' })
  expect(outcomes(held.call)).toEqual(['help'])
  const causes = await cooee.server.db
    .selectFrom('incidentCauses')
    .select('cause')
    .where('callId', '=', held.callId)
    .execute()
  expect(causes.length).toBeGreaterThan(0)
})

describe('keys', () => {
  test('9 in a talk leads to the plain question of the same call', async () => {
    const held = await aTalk({ ending: '43' })
    expect(outcomes(held.call)).toEqual(['acknowledged'])
    expect(held.dials).toHaveLength(1)
    expect(said(held)).toContain("If you're all right, press 1, or just say I'm fine.")
  })

  test('1 into the first words is an all-clear', async () => {
    const held = await aTalk({ ending: '56' })
    expect(outcomes(held.call)).toEqual(['acknowledged'])
  })

  test('2 after an all-clear in words is help', async () => {
    const acts: PhoneScript['acts'] = [
      { does: 'waits', until: { kind: 'caller-spoke' } },
      { does: 'says', words: "I'm very well thank you" },
      { does: 'waits', until: { kind: 'caller-spoke' } },
      { does: 'presses', keys: '2' },
    ]
    expect(outcomes((await aTalk({ script: { acts } })).call)).toEqual(['help'])
  })
})

test('who hangs up in a talk after an all-clear is well', async () => {
  const acts: PhoneScript['acts'] = [
    { does: 'waits', until: { kind: 'caller-spoke' } },
    { does: 'says', words: "I'm very well thank you" },
    { does: 'waits', until: { kind: 'caller-spoke' } },
    { does: 'hangs-up' },
  ]
  const held = await aTalk({ script: { acts } })
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(held.call.status).toBe('completed')
})

test('who is silent in a talk hears the plain question', async () => {
  const held = await aTalk({ ending: '44' })
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(held.dials).toHaveLength(1)
}, 90_000)

const talksHeld = ({ whom }: Awaited<ReturnType<typeof aTalk>>) =>
  cooee.server.db.selectFrom('talks').select('id').where('lovedOneId', '=', whom.lovedOneId).execute()

test('consent that is withdrawn before the call leaves no talk, and the call asks its question', async () => {
  const held = await aTalk({
    ending: '45',
    prepare: (trx, whom) =>
      recordConsent(trx, { ...whom, subject: 'conversation', state: 'withdrawn', how: 'key', at: new Date() }),
  })
  expect(await talksHeld(held)).toEqual([])
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(said(held)).toContain("If you're all right, press 1, or just say I'm fine.")
})

test('minutes of talk that are used up for the month leave no further talk, and the call asks its question', async () => {
  const { CONVERSATION_MINUTES: minutes } = readEnv({})
  const held = await aTalk({ ending: '45', prepare: (trx, whom) => aTalkBefore(trx, whom, minutes) })
  expect(await talksHeld(held)).toHaveLength(1)
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(said(held)).toContain("If you're all right, press 1, or just say I'm fine.")
})

test('a minute that is left of the month is enough for a talk', async () => {
  const { CONVERSATION_MINUTES: minutes } = readEnv({})
  const held = await aTalk({ prepare: (trx, whom) => aTalkBefore(trx, whom, minutes - 1) })
  expect(await talksHeld(held)).toHaveLength(2)
  expect(outcomes(held.call)).toEqual(['acknowledged'])
})

test.each([
  { isOn: false, hasAgreed: true },
  { isOn: true, hasAgreed: false },
])('without $isOn and $hasAgreed no talk is held, and the call asks its question', async (wanted) => {
  const held = await aTalk({ ...wanted, ending: '41' })
  expect(held.call.status).toBe('completed')
  expect(
    await cooee.server.db.selectFrom('talks').select('id').where('lovedOneId', '=', held.whom.lovedOneId).execute(),
  ).toEqual([])
})

const ONE_DROP = Array.from({ length: 12 }, (_, place) => place)
test.each(ONE_DROP)(
  'a line that is lost after %i messages leaves one outcome, in the same call',
  async (afterMessages) => {
    const held = await aTalk({ ending: '45', fault: { kind: 'drops', afterMessages } })
    expect(outcomes(held.call)).toEqual(['acknowledged'])
    expect(held.dials).toHaveLength(1)
    expect(said(held)).toContain("If you're all right, press 1, or just say I'm fine.")
  },
)

test.each([
  { kind: 'unreachable' },
  { kind: 'slow-handshake', seconds: 3 },
  { kind: 'late-action', seconds: 6 },
  { kind: 'action-twice' },
  { kind: 'split-turns' },
  { kind: 'mishears' },
  { kind: 'garbles', every: 2 },
] as RelayFault[])('a talk that $kind leaves one outcome, in the same call', async (fault) => {
  const held = await aTalk({ ending: '45', fault })
  expect(outcomes(held.call)).toEqual(['acknowledged'])
  expect(held.dials).toHaveLength(1)
})

test.each([
  'error-500',
  'too-many-requests',
  'broken-frame',
  'cut-stream',
  'stall',
  'silence',
  'slow-first-token',
  'empty',
  'promise',
  'long',
  'wrong-tool',
] as Misbehaviour[])(
  'a model that has %s leaves one outcome, in the same call',
  async (how) => {
    model.misbehaves = how
    const held = await aTalk({ ending: '45', fault: { kind: 'action-twice' } })
    expect(outcomes(held.call)).toEqual(['acknowledged'])
    expect(held.dials).toHaveLength(1)
  },
  60_000,
)

test('a switch that an admin turns ends a talk under way, and the call asks its question', async () => {
  const { db } = cooee.server
  const number = aNumber('44')
  const whom = await cooee.aLovedOneAt(number)
  await db.updateTable('lovedOnes').set({ talks: true }).where('id', '=', whom.lovedOneId).execute()
  const agreed = { ...whom, subject: 'conversation', state: 'agreed', how: 'key', at: new Date() } as const
  await db.transaction().execute((trx) => recordConsent(trx, agreed))
  const callId = await cooee.aCall(whom, new Date())
  const open = () =>
    db.selectFrom('talks').select(['endedAt', 'endReason']).where('lovedOneId', '=', whom.lovedOneId).executeTakeFirst()
  await waitUntil('the talk is open', async () => (await open()) !== undefined)
  await db.updateTable('accounts').set({ talksBlockedAt: new Date() }).where('id', '=', whom.accountId).execute()
  await cooee.everyCallEnded(60_000)
  expect(await open()).toMatchObject({ endReason: 'switched_off' })
  expect(outcomes(await findCall(callViews(cooee.server.db), { id: whom.accountId, mayHear: true }, callId))).toEqual([
    'acknowledged',
  ])
}, 60_000)

test('a server that stops in a talk gives the call back before it is gone, and the plain question follows', async () => {
  const other = await startLiveServer({}, { talkModel: { baseUrl: model.url, model: 'scripted', apiKey: null } })
  const whom = await other.aLovedOneAt(aNumber('44'))
  const watching = openDatabase(other.databaseUrl, { log: { error() {} } as never })
  await watching.updateTable('lovedOnes').set({ talks: true }).where('id', '=', whom.lovedOneId).execute()
  const agreed = { ...whom, subject: 'conversation', state: 'agreed', how: 'key', at: new Date() } as const
  await watching.transaction().execute((trx) => recordConsent(trx, agreed))
  await other.aCall(whom, new Date())
  const talk = () => watching.selectFrom('talks').select(['endReason']).executeTakeFirst()
  await waitUntil('the talk is open', async () => (await talk()) !== undefined)
  await other.server.stop()
  expect(await talk()).toEqual({ endReason: 'line_lost' })
  const { conversation } = await watching.selectFrom('attempts').select('conversation').executeTakeFirstOrThrow()
  expect(Object.keys(conversationFrom(conversation).moves)).toContain('question 3')
  await watching.destroy()
  await other.close()
}, 60_000)
