import type { CallDetails } from '#contract/calls/call-details.ts'
import { type EditCallBody, PATTERN_REQUIRED, type ScheduleCallBody } from '#contract/calls/call-forms.ts'
import { type AsksBy, CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import { nightTimeOf } from '#core/calls/night.ts'
import type { Recurrence, RecurrencePattern, SchedulePattern } from '#core/recurrence/recurrence.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import { zoneCity } from '#core/time-zones.ts'

/** What the schedule dialog holds, in wall-clock terms of the loved one's zone. `key` distinguishes the rows of slots. */
export interface ScheduleForm {
  lovedOneId: number | undefined
  callType: CallType
  asksBy: AsksBy
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:MM`; a custom schedule has its times in the slots instead. */
  timeOfDay: string
  recurrencePattern: RecurrencePattern
  slots: readonly ScheduleSlot[]
  /** What a booked monthly call means by its date: the 31st, although the call of April is on the 30th. */
  monthlyDay?: { date: string; dayOfMonth: number }
}
export type ScheduleSlot = SchedulePattern & { key: number }

export type ScheduleProblem = Partial<Record<'lovedOneId' | 'date' | 'timeOfDay' | 'slots', string>>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const USUAL_TIME = '09:00'
const FIRST_SLOT: SchedulePattern = { weekDay: 'monday', timeOfDay: USUAL_TIME }

/** A new call: at 9:00, today if that is still to come in `zone`, else tomorrow. */
export function newSchedule(now: Date, zone: string, lovedOneId: number | undefined): ScheduleForm {
  const today = toWallClock(now, zone)
  const date = today.timeOfDay < USUAL_TIME ? today.date : dayAfter(today.date)
  const usual = {
    callType: 'daily_check_in',
    asksBy: 'call',
    timeOfDay: USUAL_TIME,
    recurrencePattern: 'once',
  } as const
  return { lovedOneId, ...usual, date, slots: [] }
}

/** What is booked now, to be changed. */
export function scheduleOf(call: CallDetails, patterns: readonly SchedulePattern[]): ScheduleForm {
  const { date, timeOfDay } = toWallClock(new Date(call.scheduledTime), call.lovedOne.timezone)
  return {
    lovedOneId: call.lovedOneId,
    // A type that this page does not know cannot be chosen again: the first one stands in, and is seen before saving.
    callType: CALL_TYPES.find((type) => type === call.callType) ?? 'daily_check_in',
    asksBy: call.asksBy,
    date,
    timeOfDay,
    recurrencePattern: call.recurrencePattern,
    slots: patterns.map((pattern, key) => ({ ...pattern, key })),
    ...(call.dayOfMonth !== null && { monthlyDay: { date, dayOfMonth: call.dayOfMonth } }),
  }
}

/** Choosing custom adds a first slot, Monday 9:00, to an empty list; leaving it clears the slots. */
export function withRecurrence(form: ScheduleForm, recurrencePattern: RecurrencePattern): ScheduleForm {
  const isCustom = recurrencePattern === 'custom'
  const slots = form.slots.length > 0 ? form.slots : [{ ...FIRST_SLOT, key: 0 }]
  return { ...form, recurrencePattern, slots: isCustom ? slots : [] }
}

/** One more row, on the first day that has none yet. */
export function withOneMoreSlot(form: ScheduleForm, weekDays: readonly SchedulePattern['weekDay'][]): ScheduleForm {
  const free = weekDays.find((day) => form.slots.every((slot) => slot.weekDay !== day)) ?? FIRST_SLOT.weekDay
  const timeOfDay = form.slots.at(-1)?.timeOfDay ?? USUAL_TIME
  const key = Math.max(-1, ...form.slots.map((slot) => slot.key)) + 1
  return { ...form, slots: [...form.slots, { key, weekDay: free, timeOfDay }] }
}

/** The instant the form means, by the clock of `zone`. A custom schedule begins with its chosen day, or now if that is today. */
export function startOf(form: ScheduleForm, zone: string, now: Date): Date {
  if (form.recurrencePattern !== 'custom') return toInstant(form.date, form.timeOfDay, zone)
  const dayStart = toInstant(form.date, '00:00', zone)
  return dayStart < now ? now : dayStart
}

/** The rule the form means. Throws RangeError for a custom schedule without a slot. */
export function ruleOf(form: ScheduleForm, zone: string, now: Date): Recurrence {
  const rule = recurrenceFrom(form.recurrencePattern, startOf(form, zone, now), zone, patternsOf(form))
  const { monthlyDay } = form
  if (rule.kind !== 'monthly' || monthlyDay?.date !== form.date) return rule
  return { ...rule, dayOfMonth: monthlyDay.dayOfMonth }
}

/** What stands in the way of sending the form, field by field; a server takes a start up to a minute past. */
export function problemsOf(form: ScheduleForm, zone: string, now: Date): ScheduleProblem {
  const problems: ScheduleProblem = {}
  if (form.lovedOneId === undefined) problems.lovedOneId = 'Please select a loved one'
  if (form.recurrencePattern === 'custom') {
    if (form.slots.length === 0) problems.slots = PATTERN_REQUIRED
  } else if (startOf(form, zone, now).getTime() < now.getTime() - MINUTE_MS) {
    const isToday = form.date === toWallClock(now, zone).date
    problems[isToday ? 'timeOfDay' : 'date'] = `That time has passed (${zoneCity(zone)}). Please choose a later one.`
  }
  return problems
}

/** The form as a new call. Ask `problemsOf` first. */
export function bodyOf(form: ScheduleForm, zone: string, now: Date): ScheduleCallBody {
  return {
    lovedOneId: form.lovedOneId ?? 0,
    callType: form.callType,
    ...(form.asksBy === 'text' && { asksBy: form.asksBy }),
    scheduledTime: startOf(form, zone, now).toISOString(),
    recurrencePattern: form.recurrencePattern,
    schedulePatterns: patternsOf(form),
  }
}

/** What the form changes. The start only if it was changed: a monthly call on the 31st, seen on Feb 28, would else move to the 28th. */
export function changesOf(form: ScheduleForm, before: ScheduleForm, zone: string, now: Date): EditCallBody {
  const body = bodyOf(form, zone, now)
  const movedRule = form.recurrencePattern !== before.recurrencePattern
  const movedStart =
    form.date !== before.date || form.timeOfDay !== before.timeOfDay || form.lovedOneId !== before.lovedOneId
  const movedSlots = JSON.stringify(patternsOf(form)) !== JSON.stringify(patternsOf(before))
  return {
    ...(form.lovedOneId !== before.lovedOneId && { lovedOneId: body.lovedOneId }),
    ...(form.callType !== before.callType && { callType: body.callType }),
    ...(form.asksBy !== before.asksBy && { asksBy: form.asksBy }),
    ...((movedStart || movedRule) && { scheduledTime: body.scheduledTime }),
    ...(movedRule && { recurrencePattern: body.recurrencePattern }),
    ...(form.recurrencePattern === 'custom' &&
      (movedSlots || movedRule) && { schedulePatterns: body.schedulePatterns }),
  }
}

/** The earliest time of the night at which the form's calls ring, such as `02:15`; null: by day alone. Ask `problemsOf` first. */
export function nightTimeOfForm(form: ScheduleForm, zone: string, now: Date): string | null {
  return nightTimeOf(ruleOf(form, zone, now), startOf(form, zone, now), zone)
}

/** Whether the calls go to the same phone at the same times as before the form was changed. */
export function ringsAsBefore(form: ScheduleForm, before: ScheduleForm): boolean {
  return isSameSchedule({ ...form, callType: before.callType, asksBy: before.asksBy }, before)
}

/** Whether two states of the form mean the same. */
export function isSameSchedule(a: ScheduleForm, b: ScheduleForm): boolean {
  return JSON.stringify({ ...a, slots: patternsOf(a) }) === JSON.stringify({ ...b, slots: patternsOf(b) })
}

/** The slots without what only the form needs. */
export function patternsOf({ slots }: ScheduleForm): SchedulePattern[] {
  return slots.map(({ weekDay, timeOfDay }) => ({ weekDay, timeOfDay }))
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}
