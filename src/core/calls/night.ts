import type { Recurrence } from '../recurrence/recurrence.ts'
import { toWallClock } from '../recurrence/wall-clock.ts'
import { WAKING_FROM, WAKING_UNTIL } from './waking-hours.ts'

/**
 * The earliest time of the night, 21:00 to 7:00 on the clocks of `zone`, at which such a call rings; null: by day alone. `first` is the
 * call itself, or the first of a schedule. Wall-clock times are compared, so the borders stay where they are when daylight saving changes.
 */
export function nightTimeOf(rule: Recurrence, first: Date, zone: string): string | null {
  return timesOfDay(rule, first, zone).filter(isNightTime).toSorted()[0] ?? null
}

function timesOfDay(rule: Recurrence, first: Date, zone: string): string[] {
  switch (rule.kind) {
    case 'once':
      return [toWallClock(first, zone).timeOfDay]
    case 'custom':
      return rule.slots.map(({ timeOfDay }) => timeOfDay)
    default:
      return [rule.timeOfDay]
  }
}

/** Of a wall-clock time such as `02:15`. */
export function isNightTime(timeOfDay: string): boolean {
  return timeOfDay < WAKING_FROM || timeOfDay >= WAKING_UNTIL
}
