import type { IncidentCause } from '../escalation/incident-cause.ts'
import { formatTimeOfDay } from '../format/dates.ts'
import { monthsInWords } from '../retention.ts'
import { WEEKS_COMPARED } from './changes.ts'
import type { DosesOfSlot, ReportFigures } from './report.ts'

/** What the screen, the printed pages, the file and the letter say alike. It tells what happened, and judges nothing. */
export const REPORT_WORDS = {
  changes: 'What is different',
  noChange: 'No figure has changed more than usual.',
  howUsual: `“Usually” is the median of up to ${WEEKS_COMPARED} weeks before: the middle one when they stand in order. A change is larger than usual when this week is several times further from the median than those weeks mostly were (their median absolute deviation).`,
  answers: 'How calls were answered',
  firstRing: 'At the first ring',
  laterRing: 'At a later ring',
  notAnswered: 'Not answered',
  tries: 'Rings needed',
  seconds: 'From the ring to the answer',
  weeks: 'Week by week',
  doses: 'Doses by time of day',
  taken: 'Taken',
  later: 'Taken later',
  missed: 'Missed',
  unknown: 'Not known',
  aboutDoses:
    '“Taken” is what they told us in the call, “later” after they first said “not yet”. “Missed” is that nobody told us. “Not known”: we didn’t ask, or they said something else.',
  otherTimes: 'Other times',
  notPlaced: 'Calls that didn’t ring',
  alerts: 'Alerts, and who took them on',
  who: 'Who took it on',
  nobody: 'Nobody',
  goesOn: 'Still going on.',
  noCalls: 'No calls rang in these days.',
  noDoses: 'No medication reminders in these days.',
  allPlaced: 'None in these days.',
  noAlerts: 'No alerts in these days.',
  notMedical: 'These are figures of phone calls, not medical findings.',
} as const

/** What an alert was about. */
export const ALERT_LABELS: Record<IncidentCause, string> = {
  not_made: 'We didn’t ring',
  not_reached: 'Nobody answered',
  unclear: 'Answered, not understood',
  uncertain_help: 'May have asked for help',
  help: 'Asked for help',
}

/** "And 20 earlier alerts.": of those that are not listed. */
export function earlierAlertsInWords(count: number): string {
  return `And ${count} earlier ${count === 1 ? 'alert' : 'alerts'}.`
}

/** "8:00 AM", "Other times" */
export function slotInWords(slot: DosesOfSlot['slot']): string {
  return slot === null ? REPORT_WORDS.otherTimes : formatTimeOfDay(slot)
}

/** "Oct 26, 2026" for `2026-10-26`. */
export function dayInWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(date)}, ${year}`
}

/** "Oct 26" */
export function shortDayInWords(day: string): string {
  return dayInWords(day).split(',')[0] ?? ''
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "From Oct 27, 2026 to Nov 25, 2026" */
export function daysInWords({ from, until }: Pick<ReportFigures, 'from' | 'until'>): string {
  return `From ${dayInWords(from)} to ${dayInWords(until)}`
}

/** "12 seconds", "—" where nobody knows. */
export function secondsInWords(seconds: number | null): string {
  if (seconds === null) return '—'
  const whole = Math.round(seconds)
  return whole === 1 ? '1 second' : `${whole} seconds`
}

/** "1 call", "12 calls" */
export function callsInWords(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`
}

/** "26 of 30 at the first ring, 3 at a later ring, 1 not answered." */
export function answersInWords(
  figures: Pick<ReportFigures, 'rung' | 'firstRing' | 'laterRing' | 'notAnswered'>,
): string {
  const { rung, firstRing, laterRing, notAnswered } = figures
  if (rung === 0) return REPORT_WORDS.noCalls
  return `${firstRing} of ${callsInWords(rung)} answered at the first ring, ${laterRing} at a later ring, ${notAnswered} not answered.`
}

/** From when calls are known where that is after `from`; null where the days are known from their first. */
export function knownFromInWords(
  from: string,
  known: { keptSince: string; addedOn: string; keepCallsMonths: number; name: string },
): string | null {
  const { keptSince, addedOn, keepCallsMonths, name } = known
  if (addedOn > from && addedOn >= keptSince) {
    return `We know calls from ${dayInWords(addedOn)} on: that’s when ${name} was added.`
  }
  if (keptSince <= from) return null
  return `We know calls from ${dayInWords(keptSince)} on: we delete older ones after ${monthsInWords(keepCallsMonths)}.`
}
