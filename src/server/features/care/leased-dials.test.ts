import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './dispatch/claim-due-calls.ts'
import { dialAttempt } from './dispatch/dial-attempt.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

beforeEach(() => care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000)))

test('a dial whose lease took so long that another worker may reconcile it meanwhile is not requested', async () => {
  const account = await care.anAccount()
  await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
  const { claimed } = await claimDueCalls(care.deps)
  const [claim] = claimed
  if (!claim) throw new Error('Nothing was claimed')
  let dialling: Promise<void> | undefined
  await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('attempts').select('id').where('id', '=', claim.attemptId).forUpdate().execute()
    dialling = dialAttempt(care.deps, claim)
    const waiting = sql<{ isWaiting: boolean }>`select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as is_waiting`
    await expect.poll(async () => (await waiting.execute(care.db)).rows).toEqual([{ isWaiting: true }])
    care.clock.advance(care.deps.timing.reconcileAfterMs / 2)
  })
  await dialling
  expect(care.telephony.dialled).toEqual([])
  care.clock.advance(care.deps.timing.reconcileAfterMs)
  await care.settle()
  care.clock.advance(2_000)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
})

test('a dial that waited for the database asks the provider only while it holds its lease', async () => {
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 3_600_000))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  const account = await care.anAccount()
  await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
  const leasedForMs: number[] = []
  let polls = 0
  const { sealing, telephony } = care.deps
  const dispatcher = createDispatcher({
    ...care.deps,
    // After the claim the check for refusals takes a minute, longer than a dial's lease.
    sealing: {
      ...sealing,
      lookupHashes: (...given: Parameters<typeof sealing.lookupHashes>) => {
        if (polls > 0) care.clock.advance(60_000)
        polls += 1
        return sealing.lookupHashes(...given)
      },
    },
    telephony: {
      ...telephony,
      dial: async (asked: Parameters<typeof telephony.dial>[0]) => {
        const { nextAt } = await care.db.selectFrom('attempts').select('nextAt').executeTakeFirstOrThrow()
        leasedForMs.push((nextAt?.getTime() ?? 0) - care.clock.now().getTime())
        return telephony.dial(asked)
      },
    },
  })
  dispatcher.wake()
  await expect.poll(() => polls).toBeGreaterThan(1)
  await dispatcher.stop()
  expect(leasedForMs.filter((milliseconds) => milliseconds <= 0)).toEqual([])
})
