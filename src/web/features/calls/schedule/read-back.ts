import { formatDate, formatTime, formatWeekDayDate } from '#core/format/dates.ts'
import { recurrenceInWords } from '#core/recurrence/in-words.ts'
import { firstOccurrence } from '#core/recurrence/next-occurrence.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { zoneCity } from '#core/time-zones.ts'
import { patternsOf, type ScheduleForm, startOf } from './schedule-form.ts'

export interface ReadBack {
  /** How often and when, in words: "every day at 9:00 AM". */
  when: string
  /** "Sydney time" */
  zone: string
  /** The first call of a schedule that repeats: "Wednesday, Mar 11, 2026 at 9:00 AM". */
  first?: string
}

/**
 * The schedule said back in words, the safeguard against a wrong day. Dates and times are those at which the call will
 * really ring, also where the clock is put forward. Null while there is nothing to say yet.
 */
export function readBackOf(form: ScheduleForm, zone: string, now: Date): ReadBack | null {
  if (form.recurrencePattern === 'custom' && form.slots.length === 0) return null
  const start = startOf(form, zone, now)
  if (form.recurrencePattern === 'once') {
    return { when: `once, on ${formatDate(start, zone)} at ${formatTime(start, zone)}`, zone: zoneCity(zone) }
  }
  const rule = recurrenceFrom(form.recurrencePattern, start, zone, patternsOf(form))
  const first = firstOccurrence(rule, start, zone)
  return {
    when: recurrenceInWords(rule),
    zone: zoneCity(zone),
    first: `${formatWeekDayDate(first, zone)} at ${formatTime(first, zone)}`,
  }
}
