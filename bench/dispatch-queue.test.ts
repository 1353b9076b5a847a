import { expect, test } from 'vitest'
import { countOutOfOrder, type Dispatch, maxAhead } from './dispatch-queue.ts'

const checkIns = (accounts: string): Dispatch[] =>
  [...accounts].map((name) => ({ accountId: name.charCodeAt(0), callType: 'daily_check_in' }))

test.each([
  ['ABCABA', 1],
  ['AABBCC', 2],
  ['ABCAAA', 1],
  ['ABAACB', 3],
  ['A', 0],
])('of the dispatches %s one account was %i ahead of another that waited', (accounts, ahead) => {
  expect(maxAhead(checkIns(accounts))).toBe(ahead)
})

test('a call that left before one of its account of a type that goes first is out of order', () => {
  const wakeUp: Dispatch = { accountId: 1, callType: 'wake_up_call' }
  const medication: Dispatch = { accountId: 1, callType: 'medication_reminder' }
  expect(countOutOfOrder([medication, wakeUp])).toBe(0)
  expect(countOutOfOrder([wakeUp, wakeUp, medication, wakeUp])).toBe(2)
  expect(countOutOfOrder([{ ...wakeUp, accountId: 2 }, medication])).toBe(0)
})
