import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { claimDueCalls } from './claim-due-calls.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

const someCalls = fc.array(
  fc.record({
    account: fc.integer({ min: 0, max: 3 }),
    callType: fc.constantFrom(...CALL_TYPES),
    dueAfterS: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 1, maxLength: 8 },
)
/** What one account books for one minute: more than the rate can place while the others wait. */
const aCrowd = fc.record({ size: fc.integer({ min: 0, max: 16 }), callType: fc.constantFrom(...CALL_TYPES) })

test('the next call of an account is dispatched within one turn of the accounts that wait, whatever the others book', async () => {
  await fc.assert(
    fc.asyncProperty(someCalls, aCrowd, async (calls, crowd) => {
      await deleteEverybody(care.db)
      await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
      const accounts = await Promise.all(Array.from({ length: 5 }, () => care.anAccount()))
      const booked = [
        ...calls,
        ...Array.from({ length: crowd.size }, () => ({ account: 4, callType: crowd.callType, dueAfterS: 0 })),
      ]
      /** When each call of an account is due, in seconds; the earliest first. */
      const due = new Map<number, number[]>()
      for (const { account, callType, dueAfterS } of booked) {
        const of = accounts[account]
        if (!of) throw new Error('Five accounts were made')
        const lovedOneId = await care.somebodyElse(of)
        const callId = await care.aCall(of, { lovedOneId, callType })
        const dialAt = new Date(NINE_IN_SYDNEY.getTime() + dueAfterS * SECOND)
        const dialBy = new Date(dialAt.getTime() + HOUR)
        await care.db.updateTable('calls').set({ dialAt, dialBy }).where('id', '=', callId).execute()
        due.set(
          of.id,
          [...(due.get(of.id) ?? []), dueAfterS].toSorted((one, other) => one - other),
        )
      }
      const waitedSince = new Map<number, number>()
      for (let second = 0; [...due.values()].some((times) => times.length > 0); second++) {
        if (second > 100) throw new Error('Calls stayed behind')
        care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + second * SECOND))
        for (const [id, [first]] of due) {
          if (first !== undefined && first <= second && !waitedSince.has(id)) waitedSince.set(id, second)
        }
        const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1 }, 1)
        for (const { callId } of claimed) {
          const { accountId } = await care.db
            .selectFrom('calls')
            .select('accountId')
            .where('id', '=', callId)
            .executeTakeFirstOrThrow()
          expect(second - (waitedSince.get(accountId) ?? second)).toBeLessThan(accounts.length)
          waitedSince.delete(accountId)
          due.get(accountId)?.shift()
        }
      }
    }),
    { numRuns: 25, seed: 14 },
  )
})

test('among accounts at one virtual time the call whose grace period ends first is dispatched first', async () => {
  await deleteEverybody(care.db)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  const minutesLeft = [40, 5, 20]
  const calls: number[] = []
  for (const minutes of minutesLeft) {
    const account = await care.anAccount()
    const callId = await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
    const dialBy = new Date(NINE_IN_SYDNEY.getTime() + minutes * 60 * SECOND)
    await care.db.updateTable('calls').set({ dialBy }).where('id', '=', callId).execute()
    calls.push(callId)
  }
  care.clock.set(NINE_IN_SYDNEY)
  const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1_000 }, 3)
  expect(claimed.map(({ callId }) => callId)).toEqual([calls[1], calls[2], calls[0]])
})

test('catch-up calls are dialled after every regular call that is due, with every account in turn among them', async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  const [busy, mixed, small] = [await care.anAccount(), await care.anAccount(), await care.anAccount()]
  const names = new Map<number, string>()
  const due = async (name: string, of: { id: number }, isCatchUp: boolean) => {
    const callId = await care.aCall(of, { lovedOneId: await care.somebodyElse(of) })
    names.set(callId, name)
    // A catch-up call whose time is over sooner than that of the regular calls.
    const changes = isCatchUp
      ? { catchUpFor: care.clock.now(), dialBy: new Date(NINE_IN_SYDNEY.getTime() + 60_000) }
      : {}
    await care.db
      .updateTable('calls')
      .set({ dialAt: NINE_IN_SYDNEY, ...changes })
      .where('id', '=', callId)
      .execute()
  }
  for (let n = 0; n < 2; n++) await due('small, catch-up', small, true)
  await due('mixed, catch-up', mixed, true)
  await due('mixed', mixed, false)
  for (let n = 0; n < 3; n++) await due('busy', busy, false)
  const left: (string | undefined)[] = []
  for (let second = 0; second < names.size; second++) {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + second * SECOND))
    const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1 }, 1)
    left.push(...claimed.map(({ callId }) => names.get(callId)))
  }
  expect(left).toEqual(['mixed', 'busy', 'busy', 'busy', 'small, catch-up', 'mixed, catch-up', 'small, catch-up'])
})
