import { firstFullDay } from '#core/calls/calls-of-a-day.ts'
import { formatWeekDayDate } from '#core/format/dates.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount, Booking } from '../deps.ts'
import { findSchedules } from './schedules.ts'

const DAY_MS = 86_400_000
/** How far ahead a schedule is compared with what is booked: every rule has rung at least once in that time. */
const AHEAD_MS = 31 * DAY_MS

/**
 * Refuses calls with which one loved one would be rung more than `most` times on a day of their calendar. Schedules
 * count with all their times; catch-up calls, and extra calls of Call Now, do not count. Locks the account's row until
 * the end of the transaction: of many requests at once the next sees what the one before has written. 0: no limit.
 */
export async function refuseTooManyInADay(
  trx: Trx,
  account: ActingAccount,
  most: number,
  { lovedOne, booking }: { lovedOne: { id: number; name: string }; booking: Booking },
): Promise<void> {
  if (most === 0) return
  await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute()
  const { first, rule, zone } = booking
  const until = new Date(first.getTime() + (rule.kind === 'once' ? DAY_MS : AHEAD_MS))
  const wanted = [first, ...occurrencesWithin(rule, { after: first, until, zone })]
  const booked = await bookedFor(trx, lovedOne.id, booking, until)
  const full = firstFullDay({ booked, wanted }, { zone, most })
  if (!full) return
  const day = formatWeekDayDate(full.at, zone)
  const words = `${lovedOne.name} already has ${full.booked === 1 ? '1 call' : `${full.booked} calls`} on ${day}, and this would add ${full.wanted}. The most is ${most} a day. Please choose another day, or cancel a call you don't need.`
  throw new AppError('invalid', words, { field: 'scheduledTime' })
}

/** When the loved one is rung for other calls around the wanted ones. */
async function bookedFor(
  trx: Trx,
  lovedOneId: number,
  { first, replaces, zone }: Booking,
  until: Date,
): Promise<Date[]> {
  const calls = await trx
    .selectFrom('calls')
    .select(['scheduleId', 'scheduledFor', 'status'])
    .where('lovedOneId', '=', lovedOneId)
    .where('catchUpFor', 'is', null)
    .where('extraOfScheduleId', 'is', null)
    .where((where) =>
      where.or([where('scheduledFor', '>', new Date(first.getTime() - DAY_MS)), where('status', '=', 'scheduled')]),
    )
    .where('scheduledFor', '<', until)
    .where('id', '<>', replaces?.callId ?? 0)
    .execute()
  const next = calls.filter(({ status, scheduleId }) => status === 'scheduled' && scheduleId !== null)
  const scheduleIds = next.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length === 0 ? null : await findSchedules(trx, scheduleIds)
  const following = next.flatMap(({ scheduleId, scheduledFor }) => {
    const schedule = schedules?.get(scheduleId ?? 0)
    if (!schedule || schedule.ended) return []
    return occurrencesWithin(schedule.rule, { after: scheduledFor, until, zone, changed: schedule.changed })
  })
  return [...calls.map(({ scheduledFor }) => scheduledFor), ...following]
}
