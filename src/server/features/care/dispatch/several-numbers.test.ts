import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockPermits } from '#server/features/dialling/public.ts'
import { noteNumbers } from '#server/features/loved-ones/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { claimDueCalls } from './claim-due-calls.ts'
import { dispatchQueue } from './dispatch-queue.ts'
import { createDispatcher } from './dispatcher.ts'

const FIRST = '+61255501001'
const SECOND = '+61255501002'
const THIRD = '+61255501003'
const SECOND_MS = 1_000

let care: CareFixture
let account: Awaited<ReturnType<CareFixture['anAccount']>>
beforeAll(async () => {
  care = await careFixture({ ownNumbers: [FIRST, SECOND], callsPerSecond: 1 })
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  account = await care.anAccount()
})

/** Calls that are due at nine, each to somebody else who is rung from this number. */
async function dueFrom(rungFrom: string | null, count: number): Promise<number[]> {
  const calls: number[] = []
  for (let n = 0; n < count; n++) {
    const phoneNumber = `+6149157${String(aNumber()).padStart(4, '0')}`
    const lovedOneId = await care.aLovedOne(account, { phoneNumber, rungFrom })
    calls.push(await care.aCall(account, { lovedOneId }))
  }
  return calls
}
const claim = async (limit?: number) => (await claimDueCalls(care.deps, limit)).claimed
/** At a rate that lets everything go at once: the clock stands still. */
async function dispatch() {
  const dispatcher = createDispatcher({ ...care.deps, callsPerSecond: 1_000 })
  dispatcher.wake()
  await dispatcher.stop()
}
const from = (number: string) => (call: { from: string }) => call.from === number
const numberOf = async (id: number) =>
  (await care.db.selectFrom('lovedOnes').select('rungFrom').where('id', '=', id).executeTakeFirstOrThrow()).rungFrom

describe('each number keeps to a rate of its own', () => {
  test('calls leave from both numbers in the same second, and from none faster than its rate', async () => {
    await dueFrom(FIRST, 4)
    await dueFrom(SECOND, 4)
    care.clock.set(NINE_IN_SYDNEY)
    const claimed: { from: string; dialNotBefore: Date }[] = []
    for (let quarter = 0; quarter < 12; quarter++) {
      // Two workers at once.
      const both = await Promise.all([claimDueCalls(care.deps), claimDueCalls(care.deps)])
      claimed.push(...both.flatMap((one) => one.claimed))
      care.clock.advance(SECOND_MS / 4)
    }
    for (const number of [FIRST, SECOND]) {
      const opens = claimed.filter(from(number)).map(({ dialNotBefore }) => dialNotBefore.getTime())
      expect(opens.length).toBeGreaterThanOrEqual(3)
      const apart = opens.slice(1).map((at, index) => at - (opens[index] ?? 0))
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(SECOND_MS)
    }
  })

  test('a crowd on one number keeps no call of another number waiting', async () => {
    await dueFrom(FIRST, 30)
    const [other] = await dueFrom(SECOND, 1)
    care.clock.set(NINE_IN_SYDNEY)
    // Not even where one number has no permit left.
    await care.db
      .updateTable('dialPace')
      .set({ nextAtMs: NINE_IN_SYDNEY.getTime() + SECOND_MS })
      .where('ownNumber', '=', FIRST)
      .execute()
    const { claimed, again } = await claimDueCalls(care.deps)
    expect(claimed.map(({ callId }) => callId)).toEqual([other])
    expect(again).not.toBeNull()
  })

  test('a crowd on one number that was sorted for all workers keeps no call of another number waiting', async () => {
    await dueFrom(FIRST, 30)
    const others = await dueFrom(SECOND, 2)
    care.clock.set(NINE_IN_SYDNEY)
    let nowMs = 0
    const slow = () => dispatchQueue({ ...care.deps, nowMs: () => (nowMs += 100) })
    const claimed: number[] = []
    for (let second = 0; second < 2; second++) {
      // A worker of its own each time: it takes up what the one before has sorted.
      const one = await claimDueCalls(care.deps, undefined, slow())
      claimed.push(...one.claimed.filter(from(SECOND)).map(({ callId }) => callId))
      care.clock.advance(SECOND_MS)
    }
    expect(claimed).toEqual(others)
  })

  test('calls of one number keep their order, whatever another number does', async () => {
    const first = await dueFrom(FIRST, 3)
    const second = await dueFrom(SECOND, 3)
    care.clock.set(NINE_IN_SYDNEY)
    const claimed: { callId: number; from: string }[] = []
    for (let second = 0; second < 3; second++) {
      claimed.push(...(await claim()))
      care.clock.advance(SECOND_MS)
    }
    expect(claimed.filter(from(FIRST)).map(({ callId }) => callId)).toEqual(first)
    expect(claimed.filter(from(SECOND)).map(({ callId }) => callId)).toEqual(second)
  })

  test('nothing that is due from any number: no poll follows', async () => {
    expect(await claimDueCalls(care.deps)).toEqual({ claimed: [], again: null })
  })

  test('a call rings from the number of its loved one', async () => {
    const [call] = await dueFrom(SECOND, 1)
    care.clock.set(NINE_IN_SYDNEY)
    await dispatch()
    expect(care.telephony.dialled).toMatchObject([{ from: SECOND }])
    expect(await care.call(account, call ?? 0)).toMatchObject({ status: 'in_progress' })
  })
})

describe('one sort for all workers', () => {
  test('what one worker has sorted the others take up, and no call is claimed twice', async () => {
    const calls = await dueFrom(FIRST, 4)
    care.clock.set(NINE_IN_SYDNEY)
    const deps = { ...care.deps, callsPerSecond: 1_000 }
    let nowMs = 0
    let sorts = 0
    const worker = () =>
      dispatchQueue({
        ...deps,
        nowMs: () => {
          sorts += 0.5
          nowMs += 100
          return nowMs
        },
      })
    const claimed: number[] = []
    for (const queue of [worker(), worker(), worker(), worker()]) {
      claimed.push(...(await claimDueCalls(deps, 1, queue)).claimed.map(({ callId }) => callId))
    }
    expect(claimed).toEqual(calls)
    expect(sorts).toBe(1)
  })

  test('a claim that is rolled back leaves its calls in the queue', async () => {
    const [call] = await dueFrom(FIRST, 2)
    care.clock.set(NINE_IN_SYDNEY)
    let nowMs = 0
    const slow = () => dispatchQueue({ ...care.deps, nowMs: () => (nowMs += 100) })
    const failing = { ...care.deps, jobs: { ...care.deps.jobs, send: () => Promise.reject(new Error('no job')) } }
    await care.db.transaction().execute(async (trx) => {
      const queue = slow()
      await lockPermits(trx, failing, NINE_IN_SYDNEY, { limit: 1 })
      await queue.load(trx, NINE_IN_SYDNEY, new Map([[FIRST, 1]]))
    })
    const rolledBack = care.db.transaction().execute(async (trx) => {
      const queue = slow()
      await queue.load(trx, NINE_IN_SYDNEY, new Map([[FIRST, 1]]))
      queue.remove(FIRST, 1)
      await queue.save(trx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const { claimed } = await claimDueCalls(care.deps, 1, slow())
    expect(claimed.map(({ callId }) => callId)).toEqual([call])
  })
})

describe('a fail-over with several numbers', () => {
  test('what may be lost is dealt with once, whichever number a claim is for', async () => {
    await dueFrom(FIRST, 1)
    await dueFrom(SECOND, 1)
    care.clock.set(NINE_IN_SYDNEY)
    await care.db.updateTable('dialFence').set({ timeline: '00000000' }).execute()
    let handled = 0
    const counted = {
      ...care.deps,
      afterFailover: async (...lost: Parameters<typeof care.deps.afterFailover>) => {
        handled += 1
        await care.deps.afterFailover(...lost)
      },
    }
    const claims = await Promise.all(
      [[FIRST], [SECOND], [FIRST, SECOND]].map((numbers) => claimDueCalls(counted, undefined, undefined, numbers)),
    )
    expect(handled).toBe(1)
    // Both were due: the provider is asked about them before anything rings.
    expect(claims.flatMap(({ claimed }) => claimed)).toEqual([])
    expect(await care.db.selectFrom('attempts').select('state').execute()).toEqual([
      { state: 'unknown' },
      { state: 'unknown' },
    ])
  })
})

describe('the number of a loved one', () => {
  test('stays the same over restarts, and when a number is added or put first', async () => {
    const id = await care.aLovedOne(account, { rungFrom: SECOND })
    for (const numbers of [[FIRST, SECOND], [SECOND, FIRST], [THIRD, FIRST, SECOND], [SECOND]] as const) {
      expect(await noteNumbers(care.db, numbers)).toEqual({ moved: 0, returned: 0 })
      expect(await numberOf(id)).toBe(SECOND)
    }
  })

  test('is the main one for somebody of whom none was noted', async () => {
    const id = await care.aLovedOne(account, { rungFrom: null })
    expect(await noteNumbers(care.db, [SECOND, FIRST])).toEqual({ moved: 0, returned: 0 })
    expect(await numberOf(id)).toBe(SECOND)
  })

  test('changes where it is no longer ours, for the people of one account to the same one, and for nobody else', async () => {
    const others = await Promise.all([care.anAccount(), care.anAccount()])
    const stays = await care.aLovedOne(account, { rungFrom: FIRST })
    const moved: (string | null)[] = []
    for (const of of others) {
      const pair = [await care.aLovedOne(of, { rungFrom: THIRD }), await care.aLovedOne(of, { rungFrom: THIRD })]
      await noteNumbers(care.db, [FIRST, SECOND])
      const numbers = await Promise.all(pair.map(numberOf))
      expect(new Set(numbers).size).toBe(1)
      moved.push(...numbers)
    }
    // Evenly.
    expect(new Set(moved)).toEqual(new Set([FIRST, SECOND]))
    expect(await numberOf(stays)).toBe(FIRST)
  })

  test('while it is ours no more and nobody has moved them yet, the main one rings', async () => {
    await dueFrom(THIRD, 1)
    care.clock.set(NINE_IN_SYDNEY)
    await dispatch()
    expect(care.telephony.dialled).toMatchObject([{ from: FIRST }])
  })
})
