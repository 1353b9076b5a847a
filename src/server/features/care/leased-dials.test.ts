import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

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
