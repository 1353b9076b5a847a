import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallDetails } from '#contract/calls.ts'
import type { AttemptOutcome, FinalStatus } from '#core/calls/call-vocabulary.ts'
import { findCall } from '#server/features/calls/call-view.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

interface Ending {
  status: FinalStatus
  attempts: AttemptOutcome[]
  /** What the account holder is told, once. */
  told: 'not_reached' | 'help' | null
}
const three = (outcome: AttemptOutcome) => [outcome, outcome, outcome]

/** What the last two digits of a sandbox number mean, and how a call to it ends. */
const ENDINGS: Record<string, Ending> = {
  '01': { status: 'missed', attempts: three('no_answer'), told: 'not_reached' },
  '02': { status: 'missed', attempts: three('busy'), told: 'not_reached' },
  '03': { status: 'voicemail', attempts: three('machine'), told: 'not_reached' },
  '04': { status: 'completed', attempts: ['help'], told: 'help' },
  '05': { status: 'failed', attempts: ['refused'], told: 'not_reached' },
  '06': { status: 'missed', attempts: three('no_response'), told: 'not_reached' },
  '07': { status: 'completed', attempts: ['no_answer', 'acknowledged'], told: null },
  '08': { status: 'missed', attempts: three('no_response'), told: 'not_reached' },
  '09': { status: 'completed', attempts: ['acknowledged'], told: null },
}
const ANYTHING_ELSE: Ending = { status: 'completed', attempts: ['acknowledged'], told: null }
const endingOf = (number: string) => ENDINGS[number.slice(-2)] ?? ANYTHING_ELSE
const outcomes = (call: CallDetails) => call.attempts.map(({ outcome }) => outcome)

async function toldAbout({ server }: LiveServer, callId: number): Promise<string[]> {
  const messages = await server.db
    .selectFrom('messages')
    .select('dedupeKey')
    .where('dedupeKey', 'like', `call:${callId}:%`)
    .execute()
  return messages.map(({ dedupeKey }) => dedupeKey?.split(':')[2] ?? '')
}

describe('a phone of the sandbox whose number ends in', () => {
  let live: LiveServer
  const calls = new Map<string, CallDetails>()
  const numberOf = (ending: string) => `+614915701${ending}`
  const callTo = (ending: string): CallDetails => {
    const call = calls.get(ending)
    if (!call) throw new Error(`No call to ${ending}`)
    return call
  }

  beforeAll(async () => {
    live = await startLiveServer()
    const dueAt = new Date(Date.now() + 500)
    const booked: [string, number, number][] = []
    for (const ending of [...Object.keys(ENDINGS), '10', '00']) {
      const whom = await live.aLovedOneAt(numberOf(ending))
      booked.push([ending, whom.accountId, await live.aCall(whom, dueAt)])
    }
    await live.everyCallEnded(40_000)
    for (const [ending, id, callId] of booked)
      calls.set(ending, await findCall(live.server.db, { id }, callId, incidentsOfCalls))
  })
  afterAll(() => live.close())

  test.each([...Object.entries(ENDINGS), ['10', ANYTHING_ELSE] as const, ['00', ANYTHING_ELSE] as const])(
    '%s ends as decided: %j',
    async (ending, { status, attempts, told }) => {
      const call = callTo(ending)
      expect({ status: call.status, attempts: outcomes(call) }).toEqual({ status, attempts })
      expect(await toldAbout(live, call.id)).toEqual(told ? [told] : [])
      expect(call.reason === null).toBe(status === 'completed')
      expect(live.simulator.callsTo(numberOf(ending))).toHaveLength(ending === '05' ? 0 : attempts.length)
    },
  )

  test.each(['04', '07', '09', '10'])('%s leaves a duration and what was pressed', (ending) => {
    const call = callTo(ending)
    const key = ending === '04' ? '2' : '1'
    expect(call.duration).toBeGreaterThan(0)
    expect(call.attempts.at(-1)).toMatchObject({ keys: key, answeredBy: 'human', duration: call.duration })
    expect(call.transcript).toContain('Cooee: Hello Margaret Hartley. This is Cooee, calling for Robyn.')
    expect(call.transcript).toContain(`Margaret Hartley: Pressed ${key}`)
  })

  test.each(['01', '02', '05'])('%s was never talked to', (ending) => {
    expect(callTo(ending)).toMatchObject({ duration: null, transcript: null })
  })

  test('08 is asked twice on every attempt, and the transcript says that nobody answered', () => {
    expect(callTo('08').transcript?.match(/: No answer/g)).toHaveLength(3)
    for (const call of live.simulator.callsTo(numberOf('08'))) {
      expect(call.turns.filter(({ text }) => text.includes('Press 1'))).toHaveLength(2)
    }
  })

  test('03 is left one message, which says nothing of anybody’s health', () => {
    const said = live.simulator.callsTo(numberOf('03')).flatMap((call) => call.turns.map(({ text }) => text))
    expect(said.filter((text) => text.includes('with a call for Margaret Hartley'))).toHaveLength(1)
    expect(callTo('03').transcript?.match(/with a call for Margaret Hartley/g)).toHaveLength(1)
  })

  test('none was late, and the heartbeat is there for who watches from outside', async () => {
    const answer = await fetch(`${live.server.address}/api/heartbeat`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'ok', lastLookAt: expect.any(String), dueNotStarted: 0 },
    ])
    const late = live.server.db.selectFrom('messages').select('id').where('dedupeKey', 'like', '%:late:%')
    expect(await late.execute()).toEqual([])
  })

  test('no callback was refused and no document was missing', () => {
    const requests = live.simulator.calls().flatMap((call) => call.requests)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.filter(({ statusCode }) => statusCode === null || statusCode >= 400)).toEqual([])
  })
})

describe('with a hostile network', () => {
  const SEED = 20_260_310
  const CALLS = 60
  let live: LiveServer
  beforeAll(async () => {
    live = await startLiveServer({ hostile: { seed: SEED, share: 0.15, hangSeconds: 0.3, maxDelaySeconds: 1 } })
  })
  afterAll(() => live.close())

  test(`sixty calls due together each end as they should, and no attempt rings twice (seed ${SEED})`, async () => {
    // The last dozen share four phones: whose lost answer is whose must be found out.
    const endings = Array.from({ length: CALLS }, (_, index) => (index < 48 ? index : 48 + (index % 4)))
    const numbers = endings.map((ending) => `+614915702${String(ending).padStart(2, '0')}`)
    const dueAt = new Date(Date.now() + 1_500)
    const booked = await Promise.all(
      numbers.map(async (number) => {
        const whom = await live.aLovedOneAt(number)
        return { number, id: whom.accountId, callId: await live.aCall(whom, dueAt) }
      }),
    )
    await live.everyCallEnded(45_000).catch((error) => {
      throw new Error(`With seed ${SEED}: ${error.message}`)
    })
    const { db } = live.server
    for (const { number, id, callId } of booked) {
      const call = await findCall(db, { id }, callId, incidentsOfCalls)
      const { status, attempts, told } = endingOf(number)
      const expected = { seed: SEED, number, status, attempts, told: told ? [told] : [] }
      expect({
        seed: SEED,
        number,
        status: call.status,
        attempts: outcomes(call),
        told: await toldAbout(live, callId),
      }).toEqual(expected)
    }

    const attempts = await db.selectFrom('attempts').select(['id', 'providerCallId']).execute()
    const sidOf = new Map(attempts.map((attempt) => [attempt.id, attempt.providerCallId]))
    const rings = live.simulator.calls().map(({ sid, form }) => {
      const attemptId = Number(String(form.StatusCallback).split('/').at(-1))
      return { seed: SEED, attemptId, sid }
    })
    expect(new Set(rings.map(({ attemptId }) => attemptId)).size, `seed ${SEED}`).toBe(rings.length)
    for (const ring of rings) expect({ ...ring, sid: sidOf.get(ring.attemptId) }).toEqual(ring)
    const ended = await db
      .selectFrom('activity')
      .select(['callId', (eb) => eb.fn.countAll<number>().as('times')])
      .where('activityType', 'in', ['call_completed', 'call_missed', 'call_failed', 'call_voicemail'])
      .groupBy('callId')
      .execute()
    expect(ended.map(({ times }) => times)).toEqual(booked.map(() => 1))
  }, 60_000)
})
