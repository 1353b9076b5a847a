import { type CalendarCall, inUtc } from '#core/calendar/calendar-text.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import { toInstant } from '#core/recurrence/wall-clock.ts'
import { findSchedules, type Schedule, whyNotPlacedTo } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

const WEEKS = 4
/** A calendar app reads the whole file each time. */
const MOST = 2_000

/**
 * What will ring for an account in the next four weeks, soonest first: what is booked, and what schedules ring after it.
 * Occurrences that are skipped, or in a time away, are left out, and so is what is not placed: the account is suspended,
 * or the phone wants none.
 */
export async function callsToCome(
  { db, sealing }: { db: Db; sealing: Sealing },
  { accountId, showsNames }: { accountId: number; showsNames: boolean },
  now: Date,
): Promise<CalendarCall[]> {
  const until = new Date(now.getTime() + WEEKS * 7 * 86_400_000)
  const booked = await db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .leftJoin('occurrenceChanges as moved', 'moved.callId', 'calls.id')
    .select(['calls.id', 'calls.lovedOneId', 'calls.scheduleId', 'calls.scheduledFor', 'calls.asksBy'])
    .select(['lovedOnes.name', 'lovedOnes.timezone as zone'])
    .select(['moved.scheduleId as movedOf', 'moved.occursOn', 'moved.timeOfDay'])
    .where('calls.accountId', '=', accountId)
    .where('calls.status', '=', 'scheduled')
    .where('calls.isRehearsal', '=', false)
    .where('calls.scheduledFor', '<', until)
    .orderBy('calls.scheduledFor')
    .limit(MOST)
    .execute()
  const whyNot = await whyNotPlacedTo(
    sealing,
    db,
    booked.map(({ lovedOneId }) => lovedOneId),
  )
  const rows = booked.filter((row) => whyNot(row) === null)
  const scheduleIds = rows.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length > 0 ? await findSchedules(db, scheduleIds) : new Map<number, Schedule>()
  const aways = await db
    .selectFrom('aways')
    .select(['lovedOneId', 'startsAt', 'endsAt'])
    .where('accountId', '=', accountId)
    .where('startsAt', '<', until)
    .where('endsAt', '>', now)
    .execute()
  const isAway = (lovedOneId: number, at: Date) =>
    aways.some((away) => away.lovedOneId === lovedOneId && away.startsAt <= at && at < away.endsAt)
  const calls = rows.flatMap((row) => {
    const { scheduleId, scheduledFor, zone } = row
    const shown = (uid: string, at: Date): CalendarCall[] =>
      isAway(row.lovedOneId, at) ? [] : [{ uid, at, name: showsNames ? row.name : null }]
    if (row.movedOf !== null && row.occursOn !== null && row.timeOfDay !== null) {
      // It stands for the occurrence that it was moved from.
      return shown(`s${row.movedOf}-${inUtc(toInstant(row.occursOn, row.timeOfDay, zone))}`, scheduledFor)
    }
    if (scheduleId === null) return shown(`c${row.id}`, scheduledFor)
    const schedule = schedules.get(scheduleId)
    const following =
      schedule && !schedule.ended
        ? occurrencesWithin(schedule.rule, { after: scheduledFor, until, zone, changed: schedule.changed })
        : []
    return [scheduledFor, ...following].flatMap((at) => shown(`s${scheduleId}-${inUtc(at)}`, at))
  })
  return calls.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, MOST)
}
