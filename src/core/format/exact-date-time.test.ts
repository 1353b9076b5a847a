import { expect, test } from 'vitest'
import { formatExactDateTime } from './exact-date-time.ts'

test('an exact time has its seconds, on the clocks of the zone', () => {
  const instant = new Date('2026-09-01T04:05:09Z')
  expect(formatExactDateTime(instant, 'Australia/Sydney')).toBe('Sep 1, 2026 2:05:09 PM')
  expect(formatExactDateTime(instant, 'Australia/Perth')).toBe('Sep 1, 2026 12:05:09 PM')
})
