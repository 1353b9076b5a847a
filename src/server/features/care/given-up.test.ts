import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelAtProvider } from '#server/features/dialling/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let care: CareFixture
let account: { id: number }
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 60 * MINUTE))
  account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
})

async function later(milliseconds: number) {
  care.clock.advance(milliseconds)
  await care.settle()
  await care.dispatch()
}
const rings = () => care.telephony.dialled.filter(({ providerCallId }) => providerCallId !== null)
const attempt = () => care.db.selectFrom('attempts').selectAll().orderBy('id').executeTakeFirstOrThrow()
const toCancel = () => care.db.selectFrom('callsToCancel').selectAll().execute()
const spoken = (script: readonly { kind: string }[]) =>
  script.map((part) => ('text' in part ? part.text : part.kind)).join(' ')

const UNAVAILABLE = { kind: 'unknown', saidBusy: true, reason: '503' } as const

describe('a provider that answers 503 to everything', () => {
  test('an outage of the provider for twenty minutes loses no call: it is placed when the provider works again', async () => {
    care.telephony.outcomes.push(UNAVAILABLE)
    care.telephony.isDown = true
    await care.dispatch()
    for (let minutes = 0; minutes < 20; minutes++) await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
    care.telephony.isDown = false
    for (let minutes = 0; minutes < 2; minutes++) await later(MINUTE)
    expect(rings()).toHaveLength(1)
  })

  test('a call is retried in time for a dial when an outage of the provider ends shortly before the end of its grace period', async () => {
    care.telephony.outcomes.push(UNAVAILABLE)
    care.telephony.isDown = true
    await care.dispatch()
    for (let seconds = 0; seconds < 59 * 60 + 30; seconds += 30) await later(30 * SECOND)
    care.telephony.isDown = false
    for (let seconds = 0; seconds < 30; seconds += 1) await later(SECOND)
    expect(rings()).toHaveLength(1)
  })

  test('an outage of the provider to the end of the grace period ends the call as failed, and it is reported', async () => {
    care.telephony.outcomes.push(UNAVAILABLE)
    care.telephony.isDown = true
    await care.dispatch()
    for (let minutes = 0; minutes < 62; minutes++) await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
    // Only the catch-up call is tried now.
    const attempts = await care.db.selectFrom('attempts').select('id').where('callId', '=', callId).execute()
    expect(rings().filter(({ attemptId }) => attempts.some(({ id }) => id === attemptId))).toEqual([])
    expect(care.notified).toHaveLength(1)
  })
})

describe('calls that are given up while the provider keeps them queued', () => {
  /** The provider has taken it, and it does not ring for a quarter of an hour. */
  async function givenUp(): Promise<string> {
    await care.dispatch()
    const sid = rings()[0]?.providerCallId ?? ''
    care.telephony.end(sid, { status: 'queued' })
    for (let minutes = 0; minutes < 17; minutes++) await later(MINUTE)
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
    return sid
  }

  test('a queued call that is given up is cancelled at the provider, once', async () => {
    const sid = await givenUp()
    for (let minutes = 0; minutes < 10; minutes++) await later(MINUTE)
    expect(care.telephony.stopped).toEqual([sid])
    expect(await toCancel()).toEqual([])
  })

  test('a queued call that is given up is cancelled as soon as the provider can be reached again', async () => {
    await care.dispatch()
    const sid = rings()[0]?.providerCallId ?? ''
    care.telephony.end(sid, { status: 'queued' })
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 30; minutes++) await later(MINUTE)
    expect(care.telephony.stopped).toEqual([])
    care.telephony.isDown = false
    for (let minutes = 0; minutes < 6; minutes++) await later(MINUTE)
    // The catch-up call was given up and cancelled as well.
    expect(care.telephony.stopped.filter((stopped) => stopped === sid)).toEqual([sid])
  })

  test('a queued call that is given up is not reconciled any more when the provider says that it is over', async () => {
    const telephony = { ...care.telephony, stopRinging: async () => false }
    await care.dispatch()
    const sid = rings()[0]?.providerCallId ?? ''
    const now = care.clock.now()
    await care.db
      .insertInto('callsToCancel')
      .values({ providerCallId: sid, phoneHash: '', since: now, nextAt: now })
      .execute()
    care.telephony.end(sid, { status: 'canceled', endedStatus: 'canceled' })
    expect(await cancelAtProvider({ ...care.deps, telephony })).toBe(1)
    expect(await toCancel()).toEqual([])
  })

  test('a queued call that is given up and still answered says something kind and true, and not what it was for', async () => {
    const sid = await givenUp()
    const words = spoken(await care.facts.answered((await attempt()).id, sid))
    expect(words).toMatch(/^Hello Margaret. This is Cooee, calling for Robyn\./)
    expect(words).toContain('this call comes later than it should')
    expect(words).toContain('ring this number back at any time')
    expect(words).toMatch(/hang_up$/)
    expect(words).not.toMatch(/press|medic|remind/i)
  })

  test('a call given up without a trace at the provider is cancelled when it begins to ring', async () => {
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    care.telephony.isDown = true
    await care.dispatch()
    const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    for (let minutes = 0; minutes < 62; minutes++) await later(MINUTE)
    care.telephony.isDown = false
    const ringing = { status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null } as const
    await care.facts.progressed(attemptId, { ...ringing, providerCallId: providerCallId ?? '' })
    await later(SECOND)
    expect(care.telephony.stopped).toEqual([providerCallId])
    expect(await care.call(account, callId)).toMatchObject({ status: 'failed' })
  })
})

describe('a dial that is taken for not placed, and rings after all', () => {
  const LATE = 'CA-late'
  const ringing = { status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null } as const

  /** The provider answers 503, and does not list the call when it is asked. Returns the first attempt. */
  async function takenForNotPlaced(): Promise<number> {
    care.telephony.outcomes.push(UNAVAILABLE)
    await care.dispatch()
    const { id } = await attempt()
    for (let seconds = 0; seconds < 60 && (await attempt()).state !== 'not_placed'; seconds++) {
      care.clock.advance(SECOND)
      await care.settle()
    }
    expect(await attempt()).toMatchObject({ state: 'not_placed', providerStatus: null })
    return id
  }

  test('is cancelled, and the phone is not rung again before that', async () => {
    const attemptId = await takenForNotPlaced()
    await care.facts.progressed(attemptId, { ...ringing, providerCallId: LATE })
    expect(await toCancel()).toMatchObject([{ providerCallId: LATE }])
    care.clock.advance(MINUTE)
    await care.dispatch()
    expect(rings()).toEqual([])
    for (let minutes = 0; minutes < 3; minutes++) await later(MINUTE)
    expect(care.telephony.stopped).toEqual([LATE])
    expect(rings()).toHaveLength(1)
    expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
  })

  test('says that it comes late to the person who picks up, and is no silence', async () => {
    const attemptId = await takenForNotPlaced()
    await care.facts.progressed(attemptId, { ...ringing, providerCallId: LATE })
    const words = spoken(await care.facts.answered(attemptId, LATE))
    expect(words).toMatch(/^Hello Margaret. This is Cooee, calling for Robyn\./)
    expect(words).toContain('this call comes later than it should')
  })
})

test('a late callback that a call which has ended is ringing cancels nothing', async () => {
  await care.dispatch()
  const { attemptId, providerCallId } = rings()[0] ?? { attemptId: 0, providerCallId: '' }
  const facts = { providerCallId: providerCallId ?? '', answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(attemptId, { ...facts, status: 'no-answer', endedStatus: 'no-answer' })
  await care.facts.progressed(attemptId, { ...facts, status: 'ringing', endedStatus: null })
  await later(SECOND)
  expect(care.telephony.stopped).toEqual([])
})

test('a clock that is turned back an hour after a call was claimed does not delay it for an hour', async () => {
  const before = care.announced.length
  const isClaimed = () => care.announced.length > before
  const clock = { now: () => new Date(NINE_IN_SYDNEY.getTime() - (isClaimed() ? 60 * MINUTE : 0)) }
  const dispatcher = createDispatcher({ ...care.deps, clock })
  dispatcher.wake()
  await dispatcher.idle()
  expect(rings()).toHaveLength(1)
})
