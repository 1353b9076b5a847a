import { expect, test } from 'vitest'
import { dayLinePosition, hourLabels } from './day-line-positions.ts'

test.each([
  ['2026-03-09T19:00:00.000Z', 0], // 6 AM
  ['2026-03-10T00:00:00.000Z', 33.33], // 11 AM
  ['2026-03-10T10:00:00.000Z', 100], // 9 PM
  ['2026-03-09T16:00:00.000Z', 0], // 3 AM goes to the beginning
  ['2026-03-10T12:30:00.000Z', 100], // 11:30 PM goes to the end
])('%s stands at %d per cent of the day in Sydney', (instant, position) => {
  expect(dayLinePosition(new Date(instant), 'Australia/Sydney')).toBeCloseTo(position, 1)
})

test('an hour label that would touch "Now" is left out, one beside it only fits a wide line', () => {
  expect(hourLabels(22).map((label) => label.text)).not.toContain('9 AM')
  expect(hourLabels(27).find((label) => label.text === '9 AM')?.near).toBe(true)
  expect(hourLabels(50).every((label) => !label.near)).toBe(true)
})
