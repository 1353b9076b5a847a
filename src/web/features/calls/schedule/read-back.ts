import { formatTime, formatWeekDayDate } from '#core/format/dates.ts'
import { recurrenceInWords } from '#core/recurrence/in-words.ts'
import { firstOccurrence, upcomingOccurrences } from '#core/recurrence/next-occurrence.ts'
import { zoneCity } from '#core/time-zones.ts'
import { ruleOf, type ScheduleForm, startOf } from './schedule-form.ts'

/** How many calls of a schedule that repeats are named by their dates. */
const PREVIEWED_CALLS = 5

export interface ReadBack {
  /** How often and when, in words: "every day at 9:00 AM". */
  when: string
  /** "Sydney time" */
  zone: string
  /** The first calls of a schedule that repeats: "Wednesday, Mar 11, 2026 at 9:00 AM". Empty for a single call. */
  next: readonly string[]
}

/** The schedule said back in words, with the dates and times at which it will really ring. Null while there is nothing to say. */
export function readBackOf(form: ScheduleForm, zone: string, now: Date): ReadBack | null {
  if (form.recurrencePattern === 'custom' && form.slots.length === 0) return null
  const start = startOf(form, zone, now)
  if (form.recurrencePattern === 'once') {
    const when = `once, on ${formatWeekDayDate(start, zone)} at ${formatTime(start, zone)}`
    return { when, zone: zoneCity(zone), next: [] }
  }
  const rule = ruleOf(form, zone, now)
  const first = firstOccurrence(rule, start, zone)
  const next = [first, ...upcomingOccurrences(rule, first, zone, PREVIEWED_CALLS - 1)]
  return {
    when: recurrenceInWords(rule),
    zone: zoneCity(zone),
    next: next.map((instant) => `${formatWeekDayDate(instant, zone)} at ${formatTime(instant, zone)}`),
  }
}
