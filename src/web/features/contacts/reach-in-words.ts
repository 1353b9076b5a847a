import type { ContactAvailability } from '#contract/people/contact-page.ts'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { WEEK_DAYS, type WeekDay } from '#core/recurrence/recurrence.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })
const short = (day: WeekDay) => `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)}`

/** "Mon to Fri, 8:00 AM to 5:30 PM"; null at any time. */
export function hoursInWords({ days, from, to }: ContactAvailability): string | null {
  const on = days.length === 0 ? null : daysInWords(days)
  const at = from === null || to === null ? null : `${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}`
  if (on === null && at === null) return null
  return `Best reached ${[on, at].filter(Boolean).join(', ')}`
}

function daysInWords(days: readonly WeekDay[]): string {
  const places = WEEK_DAYS.flatMap((day, place) => (days.includes(day) ? [place] : []))
  const [first = 0, last = first] = [places[0], places.at(-1)]
  const isRun = last - first === places.length - 1 && places.length > 2
  const [begins, ends] = [WEEK_DAYS[first], WEEK_DAYS[last]]
  if (isRun && begins && ends) return `${short(begins)} to ${short(ends)}`
  return list.format(places.flatMap((place) => WEEK_DAYS[place] ?? []).map(short))
}

/** "Away until Mon 30 Mar"; null once they are back. */
export function awayInWords({ awayUntil, zone }: ContactAvailability, now: Date): string | null {
  if (awayUntil === null || toWallClock(now, zone).date >= awayUntil) return null
  const day = new Date(`${awayUntil}T00:00:00Z`)
  const words = new Intl.DateTimeFormat('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  return `Away until ${words.format(day)}`
}

/** "10 minutes away, has a key: under the pot"; null where nothing is said. */
export function distanceInWords({ minutesAway, hasKey }: ContactAvailability, keyNote: string | null): string | null {
  const far = minutesAway === null ? null : minutesAway === 1 ? '1 minute away' : `${minutesAway} minutes away`
  const key = hasKey ? `has a key${keyNote ? `: ${keyNote}` : ''}` : null
  const words = [far, key].filter((part) => part !== null).join(', ')
  return words === '' ? null : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
