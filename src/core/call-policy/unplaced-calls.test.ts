import { expect, test } from 'vitest'
import { unplacedList } from './unplaced-calls.ts'

const at = (instant: string) => new Date(instant)

test('calls that could not be placed are each named, day by day', () => {
  const promised = [at('2026-03-08T09:00:00+11:00'), at('2026-03-08T18:00:00+11:00'), at('2026-03-10T09:00:00+11:00')]
  const now = at('2026-03-10T13:00:00+11:00')
  expect(unplacedList({ promised, zone: 'Australia/Sydney', now })).toBe(
    "Calls we couldn't make: 9:00 AM and 6:00 PM on Sunday 8 March; 9:00 AM today.",
  )
})
