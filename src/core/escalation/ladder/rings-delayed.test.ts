import { describe, expect, test } from 'vitest'
import { ringsDelayedUntil } from './rings-delayed.ts'

const SYDNEY = 'Australia/Sydney'
const at = (local: string) => new Date(`${local}+11:00`)
const miss = (due: string, foundOut = due) => ({
  cause: 'not_reached' as const,
  scheduledFor: at(due),
  happenedAt: at(foundOut),
})

describe('at night contacts are not rung', () => {
  test('at night contacts are not rung for a miss of the day before', () => {
    expect(ringsDelayedUntil([miss('2026-11-21T09:00')], SYDNEY, at('2026-11-22T03:00'))).toEqual(
      at('2026-11-22T07:00'),
    )
    expect(ringsDelayedUntil([miss('2026-11-21T09:00')], SYDNEY, at('2026-11-21T21:30'))).toEqual(
      at('2026-11-22T07:00'),
    )
  })
  test('at night contacts are not rung only for calls that we did not place', () => {
    const notMade = { ...miss('2026-11-21T20:30', '2026-11-21T21:30'), cause: 'not_made' as const }
    expect(ringsDelayedUntil([notMade], SYDNEY, at('2026-11-21T22:30'))).toEqual(at('2026-11-22T07:00'))
    expect(
      ringsDelayedUntil([notMade, miss('2026-11-21T20:45', '2026-11-21T21:15')], SYDNEY, at('2026-11-21T22:30')),
    ).toBeNull()
  })
  test('at night contacts are not rung for what was not understood four days ago, but for what was not understood just now', () => {
    const unclear = { ...miss('2026-11-18T09:00'), cause: 'unclear' as const }
    expect(ringsDelayedUntil([unclear], SYDNEY, at('2026-11-22T03:00'))).toEqual(at('2026-11-22T07:00'))
    expect(ringsDelayedUntil([unclear], SYDNEY, at('2026-11-18T21:00'))).toBeNull()
  })
  test('at night contacts are not rung for a miss that was found out late', () => {
    const found = [miss('2026-11-21T20:00', '2026-11-22T01:00')]
    expect(ringsDelayedUntil(found, SYDNEY, at('2026-11-22T01:00'))).toEqual(at('2026-11-22T07:00'))
  })
})

describe('contacts are rung', () => {
  test('contacts are rung for the miss of this evening, also where Cooee finds at night that it could not place a later call', () => {
    const notMade = { ...miss('2026-11-21T22:30', '2026-11-22T00:10'), cause: 'not_made' as const }
    const causes = [miss('2026-11-21T22:00', '2026-11-21T22:20'), notMade]
    expect(ringsDelayedUntil(causes, SYDNEY, at('2026-11-22T00:10'))).toBeNull()
  })
  test('contacts are rung for the miss of this evening, whatever was missed before', () => {
    const causes = [miss('2026-11-21T09:00'), miss('2026-11-21T20:45', '2026-11-21T21:15')]
    expect(ringsDelayedUntil(causes, SYDNEY, at('2026-11-21T21:20'))).toBeNull()
  })
  test('contacts are rung by day, and for help at any hour', () => {
    expect(ringsDelayedUntil([miss('2026-11-20T09:00')], SYDNEY, at('2026-11-22T07:00'))).toBeNull()
    const help = { ...miss('2026-11-20T09:00'), cause: 'help' as const }
    expect(ringsDelayedUntil([miss('2026-11-20T09:00'), help], SYDNEY, at('2026-11-22T03:00'))).toBeNull()
  })
})
