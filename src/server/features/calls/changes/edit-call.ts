import { isDeepStrictEqual } from 'node:util'
import { type EditCallBody, PATTERN_REQUIRED } from '#contract/calls/call-forms.ts'
import { callLabel } from '#contract/calls/call-labels.ts'
import type { AsksBy, CallType } from '#core/calls/call-vocabulary.ts'
import { formatDate, formatTime } from '#core/format/dates.ts'
import { inAnotherZone } from '#core/recurrence/in-another-zone.ts'
import { occurrenceKey } from '#core/recurrence/kept-occurrence.ts'
import { localDateAt } from '#core/recurrence/local-date.ts'
import { firstOccurrence } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence, RecurrencePattern, SchedulePattern } from '#core/recurrence/recurrence.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { timesOn } from '#core/recurrence/times-on.ts'
import { instantMs, toWallClock } from '#core/recurrence/wall-clock.ts'
import { minutesOfDay } from '#core/time-of-day.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { refuseOverCapacity } from '../capacity/refuse-over-capacity.ts'
import type { ActingAccount, Booking, CallsDeps } from '../deps.ts'
import {
  editMovedCalls,
  movedCallsOf,
  ringSkipped,
  ringsAt,
  takeChangesAlong,
  unlinkMovedCall,
} from '../schedules/changed-occurrences.ts'
import { freeOccurrence } from '../schedules/free-occurrence.ts'
import { type ChangedCall, rebookCatchUp, replaceCatchUp } from '../schedules/rebook-catch-up.ts'
import { refuseAtNight } from '../schedules/refuse-at-night.ts'
import { refuseTextToLandline } from '../schedules/refuse-text-to-landline.ts'
import { refuseTooManyInADay } from '../schedules/refuse-too-many-in-a-day.ts'
import { rezoneMovedCalls } from '../schedules/rezone-schedules.ts'
import { endSchedule, findSchedule, ruleColumns, type Schedule, saveSlots } from '../schedules/schedules.ts'
import { refusePast, wholeMinute } from '../schedules/wanted-time.ts'
import { moveCall } from '../state/move-call.ts'
import { lockScheduledCall } from '../state/own-call.ts'

const CATCH_UP_IS_AS_IT_IS =
  "This call makes up for one we couldn't make, so you can't change it. Cancel it, or schedule another call."

/**
 * Changes a scheduled call in place; a recurring call's schedule changes with it. What the body leaves out stays.
 * Refuses a call that is not scheduled any more, a catch-up call, a time that is past, an unconfirmed hour of the
 * night, more calls than one person is rung in a day, and another account's loved one. A promised call may be moved
 * whatever the plan says; another type, or a one-off call that becomes recurring, has to be allowed by the plan.
 */
export async function editCall(
  { db, jobs, clock, plans, limits, ...line }: CallsDeps,
  account: ActingAccount,
  callId: number,
  body: EditCallBody,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const call = await lockScheduledCall(trx, account, callId)
    if (call.catchUpFor !== null) throw new AppError('conflict', CATCH_UP_IS_AS_IT_IS)
    const schedule = call.scheduleId === null ? undefined : await findSchedule(trx, call.scheduleId, { lock: true })
    const lovedOne = await ownLovedOne(trx, account.id, body.lovedOneId ?? call.lovedOneId, 'kept')
    const zone = lovedOne.timezone
    const callType = body.callType ?? call.callType
    const asksBy = body.asksBy ?? call.asksBy
    refuseTextToLandline(asksBy, lovedOne)
    const wanted = body.scheduledTime === undefined ? call.scheduledFor : new Date(body.scheduledTime)
    // A form sends back the time it was given; only a new one can be too late.
    if (wanted.getTime() !== call.scheduledFor.getTime()) refusePast(wanted, clock.now())

    const pattern = body.recurrencePattern ?? schedule?.rule.kind ?? 'once'
    const start =
      pattern === 'once' ? wanted : recurringStart({ body, pattern, call, schedule, wanted, zone, now: clock.now() })
    const rule = editedRule({ pattern, body, call, schedule, start, zone })
    const becomesRecurring = schedule === undefined && rule.kind !== 'once'
    // With a start of its own the family chooses again what rings first.
    const skipped = body.scheduledTime === undefined ? call.skippedTimes : []
    const skippedKeys = skipped.map((at) => occurrenceKey(at, call.timezone))
    const { scheduleId, removed } = await saveSchedule(trx, account, call.scheduleId, {
      rule,
      callType,
      asksBy,
      lovedOneId: lovedOne.id,
      now: clock.now(),
    })
    let changed = schedule ? await takeChangesAlong(trx, schedule, { rule, zone }, clock.now()) : new Set<string>()
    const chosen = rule.kind === 'once' || body.scheduledTime === undefined ? null : firstOccurrence(rule, start, zone)
    // The form chooses a day of a custom schedule, from its midnight on.
    if (scheduleId !== null && chosen && toWallClock(chosen, zone).date === toWallClock(start, zone).date)
      changed = await ringSkipped(trx, { scheduleId, zone, changed }, chosen)
    const scheduledFor =
      rule.kind === 'once' || scheduleId === null
        ? wanted
        : await freeOccurrence(
            trx,
            {
              scheduleId,
              rule,
              zone,
              exceptCallId: call.id,
              changed: new Set([...changed, ...skippedKeys]),
            },
            start,
          )
    if (!scheduledFor) throw new AppError('invalid', PATTERN_REQUIRED, { field: 'schedulePatterns' })
    const before = {
      lovedOneId: call.lovedOneId,
      rule: schedule?.rule ?? { kind: 'once' as const },
      first: call.scheduledFor,
      zone: call.timezone,
    }
    const booking = {
      lovedOneId: lovedOne.id,
      rule,
      first: scheduledFor,
      zone,
      replaces: { callId: call.id, ...before },
    }
    const isOtherwise = isBookedOtherwise(booking)
    if (isOtherwise) {
      refuseAtNight(booking, lovedOne.name, body.confirmNight === true)
      await refuseTooManyInADay(trx, account, limits.callsPerPersonDay, { lovedOne, booking })
    }
    if (becomesRecurring) await plans.beforeScheduling(trx, account.id, callType, booking)
    else if (callType !== call.callType) await plans.beforeChangingType(trx, account.id, callType)
    if (!becomesRecurring && isOtherwise) await plans.beforeBookingOtherwise(trx, account.id, booking)
    if (scheduledFor.getTime() !== call.scheduledFor.getTime() || callType !== call.callType || becomesRecurring) {
      const about = { lovedOneId: lovedOne.id, callType, exceptCallId: call.id }
      await refuseOverCapacity(trx, line, { ...about, scheduledFor, zone, rule, now: clock.now() })
    }
    await trx
      .updateTable('calls')
      .set({ lovedOneId: lovedOne.id, callType, asksBy, scheduleId })
      // It belongs to a schedule of its own now, and must not end with the one that it came from.
      .$if(becomesRecurring, (query) => query.set({ extraOfScheduleId: null }))
      .where('id', '=', call.id)
      .execute()
    if (becomesRecurring) await unlinkMovedCall(trx, call.id)
    if (scheduleId !== null) {
      await editMovedCalls(trx, scheduleId, { lovedOneId: lovedOne.id, callType, asksBy })
      const moved = zone === call.timezone ? [] : await movedCallsOf(trx, { scheduleId })
      await rezoneMovedCalls({ jobs, clock }, trx, moved, call.timezone)
    }
    const staySkipped =
      rule.kind === 'once' ? [] : skipped.filter((at) => at < scheduledFor && ringsAt({ rule, zone }, at))
    await moveCall(trx, jobs, { id: call.id, callType }, scheduledFor, undefined, staySkipped)
    for (const one of [call, ...removed]) await rebookCatchUp({ jobs, clock }, trx, { ...one, name: call.name })
    await replaceCatchUp(trx, { id: call.id, lovedOneId: lovedOne.id })
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_updated',
      description: `${callLabel({ callType, asksBy })} for ${lovedOne.name} updated`,
      by: account.by,
      ...editInWords({ call, callType, asksBy, scheduledFor, lovedOne }),
      lovedOneId: lovedOne.id,
      callId: call.id,
    })
  })
}

/** "moved the 9:00 AM call to 9:30 AM", on the loved one's clock; of any other change what it is a change of. */
function editInWords({ call, callType, asksBy, scheduledFor, lovedOne: { name, timezone } }: Edited) {
  const isMoved = scheduledFor.getTime() !== call.scheduledFor.getTime()
  const isOtherwise = callType !== call.callType || asksBy !== call.asksBy || name !== call.name
  if (!isMoved || isOtherwise) return { does: `changed the ${callLabel({ callType, asksBy })} for ${name}` }
  const [from, to] = [formatDate(call.scheduledFor, call.timezone), formatDate(scheduledFor, timezone)]
  const words = `moved the ${formatTime(call.scheduledFor, call.timezone)} ${asksBy === 'text' ? 'text' : 'call'}`
  const time = formatTime(scheduledFor, timezone)
  return { does: from === to ? `${words} to ${time}` : `${words} on ${from} to ${to} at ${time}`, doesFor: name }
}

interface Edited {
  call: { scheduledFor: Date; timezone: string; name: string; callType: CallType; asksBy: AsksBy }
  callType: CallType
  asksBy: AsksBy
  scheduledFor: Date
  lovedOne: { name: string; timezone: string }
}

/** Whether it rings at another time, by another rule or for another loved one: then it is judged like a new call. */
function isBookedOtherwise({ replaces, ...after }: Booking): boolean {
  return !isDeepStrictEqual(replaces, { callId: replaces?.callId, ...after })
}

interface Edit {
  body: EditCallBody
  call: { scheduledFor: Date; timezone: string }
  schedule: Schedule | undefined
  /** The zone of the loved one whom the call is for afterwards. */
  zone: string
}

/**
 * A recurring call that is given to a loved one in another zone keeps its time on the wall, unless a new time was
 * wanted too. Other slots count from the beginning of the day of the next call, as the dialog shows them.
 */
function recurringStart({
  body,
  pattern,
  call,
  schedule,
  wanted,
  zone,
  now,
}: Edit & { pattern: RecurrencePattern; wanted: Date; now: Date }): Date {
  if (pattern === 'custom' && body.schedulePatterns !== undefined && body.scheduledTime === undefined) {
    const rule = recurrenceFrom(pattern, now, zone, editedSlots(body, schedule))
    // Due already and about to be dialled: starting from now would lose it.
    if (call.scheduledFor <= now && ringsAt({ rule, zone }, call.scheduledFor)) return call.scheduledFor
    return new Date(Math.max(slotsFrom(call, schedule, { rule, zone }).getTime(), now.getTime()))
  }
  if (!schedule || body.scheduledTime !== undefined || zone === call.timezone) return wholeMinute(wanted)
  const sameTime = inAnotherZone(schedule.rule, call.scheduledFor, call.timezone, zone)
  return firstOccurrence(schedule.rule, new Date(Math.max(sameTime.getTime(), now.getTime())), zone)
}

/**
 * From when on slots count on the day of the next call: the one in its place, where the day has as many as before, since those
 * before it have rung or were skipped; else all of them.
 */
function slotsFrom(
  { scheduledFor, timezone }: Edit['call'],
  schedule: Schedule | undefined,
  { rule, zone }: { rule: Recurrence; zone: string },
): Date {
  const { date, timeOfDay } = toWallClock(scheduledFor, timezone)
  const day = localDateAt(Date.parse(`${date}T00:00:00Z`))
  const before = schedule ? timesOn(schedule.rule, day) : []
  const after = timesOn(rule, day)
  const inItsPlace = before.length === after.length ? after[before.indexOf(minutesOfDay(timeOfDay))] : undefined
  return new Date(instantMs(day, inItsPlace ?? 0, zone))
}

function editedRule(edit: Edit & { pattern: RecurrencePattern; start: Date }): Recurrence {
  const { pattern, body, call, schedule, start, zone } = edit
  if (pattern === 'custom') return recurrenceFrom(pattern, start, zone, editedSlots(body, schedule))
  if (schedule?.rule.kind === pattern) {
    const { rule } = schedule
    // A time at which it rings anyway keeps the rule to the letter: the monthly 31st of a form opened in a month of
    // thirty days must not become the 30th.
    const rings = body.scheduledTime === undefined || firstOccurrence(rule, start, zone).getTime() === start.getTime()
    if (rings) return rule
    const wall = toWallClock(start, zone)
    // Another time on the same day: the month's own day stays, however short this month is.
    if (rule.kind === 'monthly' && wall.date === toWallClock(call.scheduledFor, call.timezone).date) {
      return { ...rule, timeOfDay: wall.timeOfDay }
    }
  }
  return recurrenceFrom(pattern, start, zone)
}

function editedSlots(body: EditCallBody, schedule: Schedule | undefined): readonly SchedulePattern[] {
  const slots = body.schedulePatterns ?? (schedule?.rule.kind === 'custom' ? schedule.rule.slots : [])
  if (slots.length === 0) throw new AppError('invalid', PATTERN_REQUIRED, { field: 'schedulePatterns' })
  return slots
}

/**
 * Writes the rule to the call's schedule, creating or ending one as the call becomes recurring or one-off. `removed` are
 * the calls that rang instead of occurrences of one that ends.
 */
async function saveSchedule(
  trx: Trx,
  account: ActingAccount,
  scheduleId: number | null,
  {
    rule,
    callType,
    asksBy,
    lovedOneId,
    now,
  }: { rule: Recurrence; callType: CallType; asksBy: AsksBy; lovedOneId: number; now: Date },
): Promise<{ scheduleId: number | null; removed: Omit<ChangedCall, 'name'>[] }> {
  if (rule.kind === 'once') {
    return { scheduleId: null, removed: scheduleId === null ? [] : await endSchedule(trx, scheduleId, now) }
  }
  const columns = { callType, asksBy, lovedOneId, ...ruleColumns(rule) }
  if (scheduleId === null) {
    const created = await trx
      .insertInto('callSchedules')
      .values({ accountId: account.id, createdBy: account.by?.personId ?? null, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveSlots(trx, created.id, rule)
    return { scheduleId: created.id, removed: [] }
  }
  await trx.updateTable('callSchedules').set(columns).where('id', '=', scheduleId).execute()
  await saveSlots(trx, scheduleId, rule)
  return { scheduleId, removed: [] }
}
