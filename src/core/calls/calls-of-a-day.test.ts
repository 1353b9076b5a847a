import { expect, test } from 'vitest'
import { firstFullDay } from './calls-of-a-day.ts'

const SYDNEY = { zone: 'Australia/Sydney', most: 2 }
const at = (text: string) => new Date(text)

test('a day is full when more would ring on it than one person is rung, by their own calendar', () => {
  const booked = [at('2026-03-11T00:00:00+11:00'), at('2026-03-11T23:59:00+11:00'), at('2026-03-12T09:00:00+11:00')]
  const full = firstFullDay({ booked, wanted: [at('2026-03-11T10:00:00+11:00')] }, SYDNEY)
  expect(full).toEqual({ at: at('2026-03-11T10:00:00+11:00'), booked: 2, wanted: 1 })
  expect(firstFullDay({ booked, wanted: [at('2026-03-12T10:00:00+11:00')] }, SYDNEY)).toBeNull()
  const wanted = [at('2026-03-12T10:00:00+11:00'), at('2026-03-12T11:00:00+11:00')]
  expect(firstFullDay({ booked, wanted }, SYDNEY)).toMatchObject({ booked: 1, wanted: 2 })
})

test('the day on which daylight saving ends has 25 hours, and is one day', () => {
  const booked = [at('2026-04-05T00:00:00+11:00'), at('2026-04-05T02:30:00+11:00')]
  expect(firstFullDay({ booked, wanted: [at('2026-04-05T23:30:00+10:00')] }, SYDNEY)).toMatchObject({ booked: 2 })
})
