import { calendarDaysBetween, formatDayMonth, formatTime } from '../format/dates.ts'
import { zoneCity } from '../time-zones.ts'

/** Further ones are counted. */
const MAX_NAMED = 3

/**
 * The calls that stay at their instants after a loved one was moved to another zone, as sentences: "Today's
 * 7:15 AM call stays at the same moment, 10:15 AM Sydney time." Null where the clocks of both zones show the same, or nothing
 * stays.
 */
export function keptInstantsInWords(
  instants: readonly Date[],
  { from, to, now }: { from: string; to: string; now: Date },
): string | null {
  const kept = instants
    .filter((at) => formatTime(at, from) !== formatTime(at, to))
    .toSorted((one, other) => one.getTime() - other.getTime())
  const sentences = kept.slice(0, MAX_NAMED).map((at) => {
    const isToday = calendarDaysBetween(now, at, from) === 0
    const call = isToday
      ? `Today's ${formatTime(at, from)} call`
      : `The ${formatTime(at, from)} call on ${formatDayMonth(at, from)}`
    return `${call} stays at the same moment, ${formatTime(at, to)} ${zoneCity(to)}.`
  })
  const further = kept.length - sentences.length
  const others = further === 1 ? 'So does 1 more call.' : `So do ${further} more calls.`
  return [...sentences, ...(further > 0 ? [others] : [])].join(' ') || null
}
