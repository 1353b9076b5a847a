import { expect, test } from 'vitest'
import { localTimeFor } from './local-time-for.ts'

const instant = new Date('2026-11-21T17:54:00Z')

test('names the zone only for a reader whose clocks show something else', () => {
  expect(localTimeFor(instant, 'Australia/Perth', 'Australia/Sydney')).toBe('1:54 AM AWST')
  expect(localTimeFor(instant, 'Australia/Melbourne', 'Australia/Sydney')).toBe('4:54 AM')
  expect(localTimeFor(instant, 'Australia/Brisbane', 'Australia/Sydney')).toBe('3:54 AM AEST')
})
