import { expect, test } from 'vitest'
import { activitySchema } from '#contract/calls/activity.ts'
import { byDay, matchingActivity } from './activity-days.ts'

function entry(id: number, activityType: string, createdAt: string, details?: string) {
  return activitySchema.parse({ id, activityType, description: `Entry ${id}`, createdAt, metadata: { details } })
}
const entries = [
  entry(3, 'call_missed', '2026-03-10T01:00:00.000Z', 'No answer'),
  entry(2, 'loved_one_added', '2026-03-09T12:00:00.000Z'),
  entry(1, 'contact_added', '2026-03-08T01:00:00.000Z'),
]

test('entries stand under the day they happened on where the reader is', () => {
  // 23:00 in Sydney on the 9th, but already the 10th in Auckland.
  const now = new Date('2026-03-10T02:00:00.000Z')
  expect(byDay(entries, now, 'Australia/Sydney').map((day) => day.heading)).toEqual([
    'Today',
    'Yesterday',
    'Mar 8, 2026',
  ])
  expect(byDay(entries, now, 'Pacific/Auckland')[0]?.entries.map(({ id }) => id)).toEqual([3, 2])
})

test('the filter groups and the search narrow the log, details included', () => {
  expect(matchingActivity(entries, 'call', '')).toHaveLength(1)
  expect(matchingActivity(entries, 'loved_one', '')[0]?.id).toBe(2)
  expect(matchingActivity(entries, 'all', 'no ANSWER')[0]?.id).toBe(3)
  expect(matchingActivity(entries, 'subscription', '')).toEqual([])
})
