import { expect, test } from 'vitest'
import type { CallStatus } from '#core/calls/call-vocabulary.ts'
import { aCall, aLovedOne } from '#test/web/answers.ts'
import { accountedCalls } from './accounted-calls.ts'
import { todayPeople } from './today-people.ts'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney (UTC+11).
const NOW = new Date('2026-03-09T23:24:00.000Z')
const margaret = aLovedOne()

function accounted(...calls: [time: string, status: CallStatus][]): string {
  const all = calls.map(([time, status]) =>
    aCall({ of: margaret, status, scheduledTime: new Date(`2026-03-10T${time}:00+11:00`).toISOString() }),
  )
  return accountedCalls(todayPeople([margaret], all, [], NOW), NOW)
}

test('every end accounts for a call, and those that are no answer are named', () => {
  expect(accounted(['07:00', 'completed'], ['08:00', 'missed'], ['09:00', 'voicemail'], ['10:00', 'failed'])).toBe(
    'All 4 calls today have a result: 1 answered, 1 not answered, 1 voicemail, 1 didn’t go through',
  )
})

test('a call that ended because the account holder had reached the person is counted as that', () => {
  const by = { resolvedBy: { id: 1, name: 'Robyn', isYou: true } }
  const reached = { status: 'missed', wasCancelled: true, wasResolved: true, ...by } as const
  const calls = [aCall({ of: margaret, ...reached, scheduledTime: '2026-03-09T22:00:00.000Z' })]
  const people = todayPeople([margaret], calls, [], NOW)
  expect(accountedCalls(people, NOW)).toBe('Today’s call has a result: 1 reached by you')
})

test('calls to come are not counted', () => {
  expect(accounted(['09:00', 'completed'], ['18:00', 'scheduled'])).toBe('The one call so far today has a result')
})

test('what is under way, about to ring or late is named', () => {
  expect(
    accounted(['09:00', 'completed'], ['10:20', 'in_progress'], ['10:23', 'scheduled'], ['10:10', 'scheduled']),
  ).toBe('1 of 4 calls today has a result, 1 happening now, 1 about to ring, 1 late')
})

test('a call that was brought forward and has ended counts, whatever the clock of this device says', () => {
  expect(accounted(['10:25', 'completed'])).toBe('Today’s call has a result')
})

test('before the first call of the day nothing is due', () => {
  expect(accounted(['18:00', 'scheduled'])).toBe('No calls due yet today')
  expect(accounted()).toBe('No calls due yet today')
})
