import { localDateAt } from './local-date.ts'
import type { Recurrence } from './recurrence.ts'
import { timesOn } from './times-on.ts'
import { instantMs, toInstant, toWallClock } from './wall-clock.ts'

/**
 * When an occurrence of `rule` that was promised at `instant` by the clocks of `previousZone` rings by the clocks of
 * `zone`: the same date, the same time of day. A time that a gap had moved means its own time again: a 02:30 call that
 * would have rung at 03:30 rings at 02:30 where the clocks do not change. Throws RangeError for an unknown zone.
 */
export function inAnotherZone(rule: Recurrence, instant: Date, previousZone: string, zone: string): Date {
  const { date, timeOfDay } = toWallClock(instant, previousZone)
  const localDate = localDateAt(Date.parse(`${date}T00:00:00Z`))
  const promised = timesOn(rule, localDate).find(
    (minutes) => instantMs(localDate, minutes, previousZone) === instant.getTime(),
  )
  return promised === undefined ? toInstant(date, timeOfDay, zone) : new Date(instantMs(localDate, promised, zone))
}
