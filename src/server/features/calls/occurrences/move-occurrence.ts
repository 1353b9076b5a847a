import { callLabel } from '#contract/calls/call-labels.ts'
import type { MoveOccurrenceBody } from '#contract/calls/week.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { refuseOverCapacity } from '../capacity/refuse-over-capacity.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { enqueueDial } from '../jobs.ts'
import { changeOccurrence, linkMovedCall, ringsAt, scheduleWithOccurrence } from '../schedules/changed-occurrences.ts'
import { notifyScheduled } from '../schedules/notify-scheduled.ts'
import { rebookCatchUp, replaceCatchUp } from '../schedules/rebook-catch-up.ts'
import { refuseAtNight } from '../schedules/refuse-at-night.ts'
import { refuseTooManyInADay } from '../schedules/refuse-too-many-in-a-day.ts'
import { refusePast, wholeMinute } from '../schedules/wanted-time.ts'
import { isAwayAt } from '../state/is-away.ts'
import { lockScheduledCall } from '../state/own-call.ts'
import { moveNextCallPast } from './move-next-call-past.ts'
import { requiredTime } from './required-time.ts'

const MAX_DAYS_APART = 7
const DAY_MS = 86_400_000
const FIELD = { field: 'scheduledTime' }

/**
 * Rings one occurrence of a recurring call at another time, earlier or later, up to seven days apart: a call of its own
 * rings then, and the schedule goes on with its other occurrences. `callId` is the schedule's next call. Refuses an occurrence that does not ring, a
 * time that is past, or at which the schedule rings anyway, and what scheduling a call then refuses. Returns the id of the call that rings instead.
 */
export async function moveOccurrence(
  deps: CallsDeps,
  account: ActingAccount,
  callId: number,
  body: MoveOccurrenceBody,
): Promise<number> {
  const { db, jobs, clock, plans, limits } = deps
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const call = await lockScheduledCall(trx, account, callId)
    const { accountId, lovedOneId, callType, asksBy, name, timezone: zone } = call
    const occurrence = requiredTime(body.occurrence, 'occurrence')
    const schedule = await scheduleWithOccurrence(trx, call, occurrence, now)
    const scheduledFor = wholeMinute(requiredTime(body.scheduledTime, 'scheduledTime'))
    refusePast(scheduledFor, now)
    if (Math.abs(scheduledFor.getTime() - occurrence.getTime()) > MAX_DAYS_APART * DAY_MS) {
      throw new AppError('invalid', `Please choose a time at most ${MAX_DAYS_APART} days from the usual one`, FIELD)
    }
    if (scheduledFor >= call.scheduledFor && ringsAt(schedule, scheduledFor)) {
      throw new AppError('invalid', `${shortName(name)} has this call then already. Please choose another time`, FIELD)
    }
    if (await isAwayAt(trx, lovedOneId, scheduledFor)) {
      throw new AppError('invalid', `${shortName(name)} is away then. Please choose another time`, FIELD)
    }
    await moveNextCallPast({ jobs }, trx, call, await changeOccurrence(trx, call, schedule, occurrence), occurrence)
    const rule = { kind: 'once' } as const
    // The occurrence is not counted any more: no other call is replaced.
    const once = { lovedOneId, rule, zone }
    const booking = { ...once, first: scheduledFor, replaces: { ...once, callId: 0, first: occurrence } }
    refuseAtNight(booking, name, body.confirmNight === true)
    await refuseTooManyInADay(trx, account, limits.callsPerPersonDay, { lovedOne: { id: lovedOneId, name }, booking })
    await plans.beforeBookingOtherwise(trx, account.id, booking)
    await refuseOverCapacity(trx, deps, { lovedOneId, callType, scheduledFor, zone, rule, now })
    const columns = { accountId, lovedOneId, callType, asksBy, scheduledFor }
    const moved = await trx
      .insertInto('calls')
      .values({ ...columns, dialAt: scheduledFor, dialBy: dialBy(callType, scheduledFor) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await linkMovedCall(trx, schedule, occurrence, moved.id)
    await enqueueDial(jobs, trx, { callId: moved.id, callType, dialAt: scheduledFor })
    await rebookCatchUp({ jobs, clock }, trx, call)
    await replaceCatchUp(trx, { id: moved.id, lovedOneId })
    await recordActivity(trx, {
      accountId,
      activityType: 'call_updated',
      description: `${callLabel({ callType, asksBy })} for ${name} moved once`,
      by: account.by,
      does: `moved the ${callLabel({ callType, asksBy })} for ${name} once`,
      details: `From ${formatDateTime(occurrence, zone)} to ${formatDateTime(scheduledFor, zone)}`,
      lovedOneId,
      callId: moved.id,
    })
    await notifyScheduled(trx, [{ ...columns, callId: moved.id }])
    return moved.id
  })
}
