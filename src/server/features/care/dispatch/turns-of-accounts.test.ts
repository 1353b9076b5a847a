import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { claimDueCalls } from './claim-due-calls.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

const NUMBERS = ['+61255501001', '+61255501002'] as const

let care: CareFixture
beforeAll(async () => {
  care = await careFixture({ ownNumbers: NUMBERS })
})
afterAll(() => care.close())

const someCalls = fc.array(
  fc.record({
    account: fc.integer({ min: 0, max: 3 }),
    callType: fc.constantFrom(...CALL_TYPES),
    dueAfterS: fc.integer({ min: 0, max: 12 }),
    rungFrom: fc.constantFrom(...NUMBERS),
  }),
  { minLength: 1, maxLength: 8 },
)
/** What one account books for one minute: more than the rate can place while the others wait. */
const aCrowd = fc.record({
  size: fc.integer({ min: 0, max: 16 }),
  callType: fc.constantFrom(...CALL_TYPES),
  rungFrom: fc.constantFrom(...NUMBERS),
  isCatchUp: fc.boolean(),
})

test('the next regular call of an account from a number is dispatched within one turn of the accounts that wait for that number, whatever the others book', async () => {
  await fc.assert(
    fc.asyncProperty(someCalls, aCrowd, async (calls, { size, isCatchUp, ...crowd }) => {
      await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
      const accounts = await Promise.all(Array.from({ length: 5 }, () => care.anAccount()))
      const booked = [
        ...calls.map((call) => ({ ...call, isCatchUp: false })),
        ...Array.from({ length: size }, () => ({ ...crowd, account: 4, dueAfterS: 0, isCatchUp })),
      ]
      /** When each regular call of an account from a number is due, in seconds; the earliest first. */
      const due = new Map<string, number[]>()
      /** Of which account, and from which number, each regular call is. */
      const queueOf = new Map<number, string>()
      for (const { account, callType, dueAfterS, rungFrom, isCatchUp } of booked) {
        const of = accounts[account]
        if (!of) throw new Error('Five accounts were made')
        const callId = await care.aCall(of, { lovedOneId: await care.somebodyElse(of, { rungFrom }), callType })
        const dialAt = new Date(NINE_IN_SYDNEY.getTime() + dueAfterS * SECOND)
        const dialBy = new Date(dialAt.getTime() + HOUR)
        const catchUpFor = isCatchUp ? care.clock.now() : null
        await care.db.updateTable('calls').set({ dialAt, dialBy, catchUpFor }).where('id', '=', callId).execute()
        if (isCatchUp) continue
        const queue = `${of.id} ${rungFrom}`
        queueOf.set(callId, queue)
        due.set(
          queue,
          [...(due.get(queue) ?? []), dueAfterS].toSorted((one, other) => one - other),
        )
      }
      const waitedSince = new Map<string, number>()
      for (let second = 0; [...due.values()].some((times) => times.length > 0); second++) {
        if (second > 100) throw new Error('Calls stayed behind')
        care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + second * SECOND))
        for (const [queue, [first]] of due) {
          if (first !== undefined && first <= second && !waitedSince.has(queue)) waitedSince.set(queue, second)
        }
        // A permit of each number.
        const { claimed } = await claimDueCalls({ ...care.deps, callsPerSecond: 1 })
        for (const { callId } of claimed) {
          const queue = queueOf.get(callId)
          if (queue === undefined) continue
          expect(second - (waitedSince.get(queue) ?? second)).toBeLessThan(accounts.length)
          waitedSince.delete(queue)
          due.get(queue)?.shift()
        }
      }
    }),
    { numRuns: 25, seed: 14 },
  )
})

test('among accounts at one virtual time the call whose grace period ends first is dispatched first', async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
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
