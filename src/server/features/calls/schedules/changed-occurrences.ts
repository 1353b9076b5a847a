import type { AsksBy, CallType } from '#core/calls/call-vocabulary.ts'
import { changedKeysAfter, occurrenceKey } from '#core/recurrence/kept-occurrence.ts'
import { firstOccurrence } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { findSchedule, movedOf, type Schedule } from './schedules.ts'

/** Where occurrences of a schedule can be changed one by one: this far ahead. */
const FURTHEST_DAYS = 92
const DAY_MS = 86_400_000

const HAS_CHANGED = 'This call has changed. Please look again.'

/** The locked schedule of a call. Refuses a one-off call, and an occurrence that does not ring, or is too far ahead. */
export async function scheduleWithOccurrence(
  trx: Trx,
  call: { scheduleId: number | null; scheduledFor: Date },
  occurrence: Date,
  now: Date,
): Promise<Schedule> {
  const schedule = await lockedSchedule(trx, call)
  const key = occurrenceKey(occurrence, schedule.zone)
  if (occurrence < call.scheduledFor || schedule.changed.has(key) || !ringsAt(schedule, occurrence)) {
    throw new AppError('conflict', HAS_CHANGED)
  }
  if (occurrence.getTime() > now.getTime() + FURTHEST_DAYS * DAY_MS) {
    throw new AppError('conflict', 'You can change single calls of the next three months.')
  }
  return schedule
}

/** The locked schedule of a call; refuses a one-off call. */
export async function lockedSchedule(trx: Trx, { scheduleId }: { scheduleId: number | null }): Promise<Schedule> {
  const schedule = scheduleId === null ? undefined : await findSchedule(trx, scheduleId, { lock: true })
  if (!schedule || schedule.ended) throw new AppError('conflict', 'Only a recurring call has further times.')
  return schedule
}

/** Whether a recurring rule rings at that very instant. */
export function ringsAt({ rule, zone }: { rule: Recurrence; zone: string }, at: Date): boolean {
  return firstOccurrence(rule, at, zone).getTime() === at.getTime()
}

/** Notes that an occurrence does not ring at its regular time; `callId` rings instead. Returns the schedule as it is then. */
export async function changeOccurrence(
  trx: Db,
  { accountId }: { accountId: number },
  schedule: Schedule,
  occurrence: Date,
): Promise<Schedule> {
  const { date: occursOn, timeOfDay } = toWallClock(occurrence, schedule.zone)
  await trx
    .insertInto('occurrenceChanges')
    .values({ accountId, scheduleId: schedule.id, occursOn, timeOfDay, callId: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...schedule, changed: new Set([...schedule.changed, occurrenceKey(occurrence, schedule.zone)]) }
}

/** The call that rings instead of a changed occurrence. */
export async function linkMovedCall(trx: Db, schedule: Schedule, occurrence: Date, callId: number): Promise<void> {
  const { date, timeOfDay } = toWallClock(occurrence, schedule.zone)
  await trx
    .updateTable('occurrenceChanges')
    .set({ callId })
    .where('scheduleId', '=', schedule.id)
    .where('occursOn', '=', date)
    .where('timeOfDay', '=', timeOfDay)
    .execute()
}

/** A call that does not ring instead of an occurrence any more: the occurrence is left out. */
export async function unlinkMovedCall(trx: Db, callId: number): Promise<void> {
  await trx.updateTable('occurrenceChanges').set({ callId: null }).where('callId', '=', callId).execute()
}

/**
 * Takes what was skipped or moved along when the schedule's rule is edited, where it is clear which occurrence it is.
 * Returns the schedule's changed occurrences as they are then.
 */
export async function takeChangesAlong(
  trx: Trx,
  schedule: Schedule,
  after: { rule: Recurrence; zone: string },
  now: Date,
): Promise<ReadonlySet<string>> {
  const keys = changedKeysAfter({ before: schedule, after }, now)
  for (const [key, keyAfter] of keys) {
    const [occursOn = '', timeOfDay = ''] = key.split(' ')
    const [occursOnAfter = '', timeOfDayAfter = ''] = keyAfter.split(' ')
    await trx
      .updateTable('occurrenceChanges')
      .set({ occursOn: occursOnAfter, timeOfDay: timeOfDayAfter })
      .where('scheduleId', '=', schedule.id)
      .where('occursOn', '=', occursOn)
      .where('timeOfDay', '=', timeOfDay)
      .execute()
  }
  return new Set([...schedule.changed].map((key) => keys.get(key) ?? key))
}

/**
 * The family chooses an occurrence that was skipped as the next one: it is not skipped any more. One that rings at
 * another time stays as it is. Returns the changed occurrences as they are then.
 */
export async function ringSkipped(
  trx: Trx,
  { scheduleId, zone, changed }: { scheduleId: number; zone: string; changed: ReadonlySet<string> },
  occurrence: Date,
): Promise<ReadonlySet<string>> {
  const { date, timeOfDay } = toWallClock(occurrence, zone)
  const skipped = await trx
    .deleteFrom('occurrenceChanges')
    .where('scheduleId', '=', scheduleId)
    .where('occursOn', '=', date)
    .where('timeOfDay', '=', timeOfDay)
    .where('callId', 'is', null)
    .returning('occursOn')
    .executeTakeFirst()
  return skipped ? changed.difference(new Set([occurrenceKey(occurrence, zone)])) : changed
}

/** Forgets the change of an occurrence: it rings at its regular time again. Returns the call that was to ring instead; undefined where there was no change. */
export async function forgetChange(
  trx: Db,
  schedule: Schedule,
  occurrence: Date,
): Promise<{ callId: number | null } | undefined> {
  const { date, timeOfDay } = toWallClock(occurrence, schedule.zone)
  return trx
    .deleteFrom('occurrenceChanges')
    .where('scheduleId', '=', schedule.id)
    .where('occursOn', '=', date)
    .where('timeOfDay', '=', timeOfDay)
    .returning('callId')
    .executeTakeFirst()
}

/** What a schedule's calls are, for those too that ring instead of its occurrences. */
export async function editMovedCalls(
  trx: Db,
  scheduleId: number,
  columns: { lovedOneId: number; callType: CallType; asksBy: AsksBy },
): Promise<void> {
  await trx
    .updateTable('calls')
    .set(columns)
    .where('status', '=', 'scheduled')
    .where('scheduleId', 'is', null)
    .where('id', 'in', movedOf(trx, scheduleId))
    .execute()
}

export type MovedCall = Awaited<ReturnType<typeof movedCallsOf>>[number]

/** The scheduled calls of a loved one, or of a schedule, that ring instead of regular times, locked, with the zone. */
export function movedCallsOf(trx: Trx, of: { lovedOneId: number } | { scheduleId: number }) {
  return trx
    .selectFrom('calls')
    .innerJoin('occurrenceChanges', 'occurrenceChanges.callId', 'calls.id')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.id', 'calls.callType', 'calls.scheduledFor', 'lovedOnes.timezone as zone'])
    .where((eb) =>
      'scheduleId' in of
        ? eb('occurrenceChanges.scheduleId', '=', of.scheduleId)
        : eb('calls.lovedOneId', '=', of.lovedOneId),
    )
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduleId', 'is', null)
    .orderBy('calls.id')
    .forUpdate('calls')
    .execute()
}
