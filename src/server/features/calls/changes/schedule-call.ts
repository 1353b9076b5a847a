import type { ScheduleCallBody } from '#contract/calls/call-forms.ts'
import { callLabel } from '#contract/calls/call-labels.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { firstOccurrence } from '#core/recurrence/next-occurrence.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import { refuseOverCapacity } from '../capacity/refuse-over-capacity.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { enqueueDial } from '../jobs.ts'
import { notifyScheduled } from '../schedules/notify-scheduled.ts'
import { refuseAtNight } from '../schedules/refuse-at-night.ts'
import { refuseTextToLandline } from '../schedules/refuse-text-to-landline.ts'
import { refuseTooManyInADay } from '../schedules/refuse-too-many-in-a-day.ts'
import { ruleColumns, saveSlots } from '../schedules/schedules.ts'
import { refusePast, wholeMinute } from '../schedules/wanted-time.ts'

/**
 * Schedules a call, once or recurring, and books its first occurrence with the job that will dial it, in one
 * transaction. Returns the call's id. Refuses a time more than a minute past, a loved one who does not belong to the
 * account, an unconfirmed hour of the night, more calls than one person is rung in a day, a text to a landline, what the plan does not allow,
 * and a time without capacity. With a `key` it happens once, however often it is requested.
 */
export function scheduleCall(
  deps: CallsDeps,
  account: ActingAccount,
  body: ScheduleCallBody,
  key?: string,
): Promise<number> {
  const now = deps.clock.now()
  const request = { accountId: account.id, key, asked: ['call', whatIsAsked(body)], now }
  return createOnce(deps.db, request, (trx) => scheduleCallIn(deps, trx, account, body))
}

/** As `scheduleCall`, in the caller's transaction. */
export async function scheduleCallIn(
  { jobs, clock, plans, limits, ...line }: CallsDeps,
  trx: Trx,
  account: ActingAccount,
  body: ScheduleCallBody,
): Promise<number> {
  const now = clock.now()
  const wanted = new Date(body.scheduledTime)
  // Not before: a repeated request may come when the requested time is over.
  refusePast(wanted, now)
  const lovedOne = await ownLovedOne(trx, account.id, body.lovedOneId, 'kept')
  const start = body.recurrencePattern === 'once' ? wanted : wholeMinute(wanted)
  const rule = recurrenceFrom(body.recurrencePattern, start, lovedOne.timezone, body.schedulePatterns)
  const scheduledFor = firstOccurrence(rule, start, lovedOne.timezone)
  const { callType, asksBy = 'call' } = body
  const booking = { lovedOneId: lovedOne.id, rule, first: scheduledFor, zone: lovedOne.timezone }
  refuseTextToLandline(asksBy, lovedOne)
  refuseAtNight(booking, lovedOne.name, body.confirmNight === true)
  await refuseTooManyInADay(trx, account, limits.callsPerPersonDay, { lovedOne, booking })
  await plans.beforeScheduling(trx, account.id, callType, booking)
  const zone = lovedOne.timezone
  await refuseOverCapacity(trx, line, { lovedOneId: lovedOne.id, callType, scheduledFor, zone, rule, now })
  let scheduleId: number | null = null
  if (rule.kind !== 'once') {
    const schedule = await trx
      .insertInto('callSchedules')
      .values({
        accountId: account.id,
        lovedOneId: lovedOne.id,
        callType: body.callType,
        asksBy,
        createdBy: account.by?.personId ?? null,
        ...ruleColumns(rule),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    scheduleId = schedule.id
    await saveSlots(trx, schedule.id, rule)
  }
  const call = await trx
    .insertInto('calls')
    .values({
      accountId: account.id,
      lovedOneId: lovedOne.id,
      scheduleId,
      callType: body.callType,
      asksBy,
      scheduledFor,
      dialAt: scheduledFor,
      dialBy: dialBy(body.callType, scheduledFor),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueDial(jobs, trx, { callId: call.id, callType: body.callType, dialAt: scheduledFor })
  await recordActivity(trx, {
    accountId: account.id,
    activityType: 'call_scheduled',
    description: `${callLabel({ callType, asksBy })} scheduled for ${lovedOne.name}`,
    by: account.by,
    does: `scheduled a ${callLabel({ callType, asksBy })} for ${lovedOne.name}`,
    lovedOneId: lovedOne.id,
    callId: call.id,
  })
  await notifyScheduled(trx, [
    {
      ...{ callId: call.id, accountId: account.id, lovedOneId: lovedOne.id, callType, asksBy, scheduledFor },
      by: account.by,
    },
  ])
  return call.id
}

/** A custom schedule that begins today begins "now", which is another instant with every try. */
function whatIsAsked({ scheduledTime, confirmNight: _, ...rest }: ScheduleCallBody) {
  return rest.recurrencePattern === 'custom' ? rest : { ...rest, scheduledTime }
}
