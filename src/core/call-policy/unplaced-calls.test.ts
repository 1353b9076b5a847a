import { describe, expect, test } from 'vitest'
import { catchUpSentence, unplacedHeadline, unplacedList } from './unplaced-calls.ts'

const ZONE = 'Australia/Sydney'
const at = (instant: string) => new Date(instant)
const CALLS = {
  name: 'Margaret Hartley',
  promised: [at('2026-03-08T09:00:00+11:00'), at('2026-03-08T18:00:00+11:00'), at('2026-03-10T09:00:00+11:00')],
  zone: ZONE,
  readerZone: ZONE,
  now: at('2026-03-10T13:00:00+11:00'),
}

describe('several calls that could not be placed', () => {
  test('are told of in one line, with the date of what was not today', () => {
    expect(unplacedHeadline(CALLS)).toBe(
      'Cooee could not place 3 calls to Margaret Hartley, from 9:00 AM on Sunday 8 March to 9:00 AM',
    )
  })

  test('are each named, day by day', () => {
    expect(unplacedList(CALLS)).toBe('Not placed: 9:00 AM and 6:00 PM on Sunday 8 March; 9:00 AM today.')
  })

  test('name the zone for a reader whose clocks show something else', () => {
    const perth = { ...CALLS, readerZone: 'Australia/Perth' }
    expect(unplacedHeadline(perth)).toContain('from 9:00 AM AEDT on Sunday 8 March to 9:00 AM AEDT')
  })

  test('are followed by what happens next, with the date where that is not today', () => {
    const next = (ringsAt: string) => catchUpSentence({ name: 'Margaret', ringsAt: at(ringsAt) }, CALLS)
    expect(next('2026-03-10T13:00:00+11:00')).toBe('We will ring Margaret once more as soon as we can.')
    expect(next('2026-03-11T07:00:00+11:00')).toBe('We will ring Margaret at 7:00 AM on Wednesday 11 March.')
  })
})
