import { dayAfter, localDateAt } from './local-date.ts'
import type { Recurrence } from './recurrence.ts'
import { instantWithin, steadyPeriodAt } from './steady-period.ts'
import { timesOn } from './times-on.ts'
import { instantMs } from './wall-clock.ts'

const MINUTE_MS = 60_000
// No zone ever skipped more than one day (Apia in 2011, Kwajalein in 1993 crossed the date line), so a time inside a
// gap rings at most this much later than its wall-clock reading says.
const LONGEST_GAP_MS = 86_400_000
// A monthly rule leaves at most 31 days between two rings; one more on each side for a time moved over midnight.
const SEARCH_DAYS = 34

/**
 * The first instant strictly after `after` at which `rule` rings, or `null` if it never rings again (`once`, or a
 * custom rule without slots). Times are wall-clock times in `zone`: a 9:00 call stays at 9:00 when daylight saving
 * changes. A time inside a gap rings later by the length of the gap, so a date that a zone left out altogether rings
 * on the next one; where two times fall on the same instant that way, they are one ring. An ambiguous time rings once,
 * the first time. Throws RangeError for an unknown zone or a malformed time of day.
 */
export function nextOccurrence(rule: Recurrence, after: Date, zone: string): Date | null {
  const afterMs = after.getTime()
  const period = steadyPeriodAt(afterMs, zone)
  const afterWallMs = afterMs + period.offsetMs
  let next: { instantMs: number; wallMs: number } | null = null

  let date = localDateAt(afterWallMs - LONGEST_GAP_MS)
  for (let day = 0; day < SEARCH_DAYS; day++, date = dayAfter(date)) {
    // Gaps reorder: 02:30 moved to 03:30 rings after 03:10. Only from here on can nothing ring earlier any more.
    if (next && date.startMs >= next.wallMs + LONGEST_GAP_MS) break
    for (const minutes of timesOn(rule, date)) {
      const candidateWallMs = date.startMs + minutes * MINUTE_MS
      if (candidateWallMs + LONGEST_GAP_MS <= afterWallMs) continue
      const candidateMs = instantWithin(period, candidateWallMs) ?? instantMs(date, minutes, zone)
      if (candidateMs > afterMs && (!next || candidateMs < next.instantMs)) {
        next = { instantMs: candidateMs, wallMs: candidateWallMs }
      }
    }
  }
  return next && new Date(next.instantMs)
}

/**
 * The first time at or after `from` that fits `rule`: a start that does not fit its own pattern (weekdays, on a
 * Saturday) means the next one that does. For `once` it is `from` itself. A start carries whole minutes: with seconds
 * past 9:00 a 9:00 call begins the day after. Throws RangeError for a rule that never rings (custom without slots).
 */
export function firstOccurrence(rule: Recurrence, from: Date, zone: string): Date {
  if (rule.kind === 'once') return from
  const first = nextOccurrence(rule, new Date(from.getTime() - 1), zone)
  if (!first) throw new RangeError('A custom schedule without a slot never rings')
  return first
}

/** The next `count` instants at which `rule` rings strictly after `after`, soonest first; fewer if it ends before. */
export function upcomingOccurrences(rule: Recurrence, after: Date, zone: string, count: number): Date[] {
  const upcoming: Date[] = []
  let last = after
  while (upcoming.length < count) {
    const next = nextOccurrence(rule, last, zone)
    if (!next) break
    upcoming.push(next)
    last = next
  }
  return upcoming
}
