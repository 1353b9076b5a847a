import { expect, test } from 'vitest'
import { callsKeptSince } from './retention.ts'

test('calls are kept for months of the calendar, and for one month at least 31 days', () => {
  expect(callsKeptSince(new Date('2026-03-10T12:00:00Z'), 24)).toEqual(new Date('2024-03-10T12:00:00Z'))
  expect(callsKeptSince(new Date('2026-03-10T12:00:00Z'), 1)).toEqual(new Date('2026-02-07T12:00:00Z'))
  expect(callsKeptSince(new Date('2026-01-10T12:00:00Z'), 1)).toEqual(new Date('2025-12-10T12:00:00Z'))
})
