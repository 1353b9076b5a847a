import { expect, test } from 'vitest'
import { bothTimesFor, localTimeFor, withoutYourTime } from './local-time-for.ts'

const instant = new Date('2026-11-21T17:54:00Z')

test('a local time names the zone only for a reader whose clocks show something else', () => {
  expect(localTimeFor(instant, 'Australia/Perth', 'Australia/Sydney')).toBe('1:54 AM AWST')
  expect(localTimeFor(instant, 'Australia/Melbourne', 'Australia/Sydney')).toBe('4:54 AM')
  expect(localTimeFor(instant, 'Australia/Brisbane', 'Australia/Sydney')).toBe('3:54 AM AEST')
})

test('a reader whose zone is known reads both times, with the date where it is another day', () => {
  expect(bothTimesFor(instant, 'Australia/Perth', 'Australia/Sydney')).toBe('1:54 AM AWST (4:54 AM your time)')
  expect(bothTimesFor(instant, 'Australia/Melbourne', 'Australia/Sydney')).toBe('4:54 AM')
  const late = new Date('2026-11-21T15:30:00Z')
  expect(bothTimesFor(late, 'Australia/Perth', 'Australia/Sydney')).toBe(
    '11:30 PM AWST (Nov 22, 2026 2:30 AM your time)',
  )
  expect(withoutYourTime('the 1:54 AM AWST call (4:54 AM your time) to Peggy')).toBe('the 1:54 AM AWST call to Peggy')
})
