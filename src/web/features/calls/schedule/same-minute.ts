import type { Call } from '#contract/calls/calls.ts'
import { firstOccurrence } from '#core/recurrence/next-occurrence.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { ruleOf, type ScheduleForm, startOf } from './schedule-form.ts'

/** Two monthly calls meet within so many days, or hardly ever. */
const CHECKED_AHEAD_MS = 62 * 86_400_000
const MINUTE_MS = 60_000

interface Wanted {
  form: ScheduleForm
  /** Of the loved one, in E.164. */
  phoneNumber: string
  zone: string
  now: Date
  /** The call that is changed. */
  callId: number | undefined
}

/** A call to the same phone that is scheduled for the same minute as one of the form's, and when; null without one. */
export function sameMinute(
  { form, phoneNumber, zone, now, callId }: Wanted,
  scheduled: readonly Call[],
): { call: Call; at: Date } | null {
  if (form.recurrencePattern === 'custom' && form.slots.length === 0) return null
  const until = new Date(now.getTime() + CHECKED_AHEAD_MS)
  const start = startOf(form, zone, now)
  const rule = ruleOf(form, zone, now)
  const first = rule.kind === 'once' ? start : firstOccurrence(rule, start, zone)
  const wanted = [first, ...occurrencesWithin(rule, { after: first, until, zone })]
  const others = scheduled
    .filter(
      ({ id, status, lovedOne }) => id !== callId && status === 'scheduled' && lovedOne.phoneNumber === phoneNumber,
    )
    .flatMap((call) => instantsOf(call, until).map((at) => ({ call, at })))
  const byMinute = new Map(others.map((other) => [minuteOf(other.at), other]))
  return wanted.map((at) => byMinute.get(minuteOf(at))).find((other) => other !== undefined) ?? null
}

function instantsOf({ scheduledTime, recurrencePattern, schedulePatterns, lovedOne }: Call, until: Date): Date[] {
  const next = new Date(scheduledTime)
  const rule = recurrenceFrom(recurrencePattern, next, lovedOne.timezone, schedulePatterns)
  return [next, ...occurrencesWithin(rule, { after: next, until, zone: lovedOne.timezone })]
}

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / MINUTE_MS)
