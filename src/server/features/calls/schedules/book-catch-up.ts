import { sql } from 'kysely'
import { CATCH_UP_LABEL } from '#contract/calls/call-labels.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { catchUpAt, catchUpDialBy, REGULAR_CALL_IS_NEAR_MS } from '#core/calls/catch-up.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueDial } from '../jobs.ts'
import { IS_AWAY, isAwayAt } from '../state/is-away.ts'
import { notifyScheduled } from './notify-scheduled.ts'

/** A call that ended without having been placed in time, and that is not retried. */
interface UnplacedCall {
  id: number
  accountId: number
  lovedOneId: number
  name: string
  scheduledFor: Date
  /** Set for a catch-up call: it has no catch-up call of its own. */
  catchUpFor?: Date | null
}

/** When a catch-up call is rung: at the earliest, and at the latest. */
export interface CatchUp {
  ringsAt: Date
  ringsBy: Date
}

/**
 * Books the one call that makes up for calls which could not be placed, in the transaction that gives them up: at once,
 * or at 7:00 if the loved one is asleep. An open catch-up call covers other calls as well, and so does a regular call
 * that rings within half an hour of it: then that is returned. Null when nobody is rung: the call was a catch-up itself
 * or cancelled, the loved one is away, or its account is suspended, waits for its e-mail to be verified, or is being deleted.
 */
export async function bookCatchUp(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  trx: Trx,
  call: UnplacedCall,
): Promise<CatchUp | null> {
  // Not before the lock: a transaction that gives a catch-up call up holds it, and others with the lock may want it.
  if (call.catchUpFor) return null
  await waitForCatchUp(trx, call.lovedOneId)
  const now = clock.now()
  const wanted = await whereWanted(trx, call)
  if (!wanted || (await isAwayAt(trx, call.lovedOneId, now))) return null
  // Asleep now, away by the morning: no call is promised that would not ring.
  if (await isAwayAt(trx, call.lovedOneId, catchUpAt(now, wanted.timezone))) return null
  const { timezone, asksBy } = wanted
  const open = await openCatchUp(trx, call.lovedOneId)
  if (open) {
    await trx
      .updateTable('calls')
      .set((eb) => ({ catchUpFor: eb.fn<Date>('greatest', ['catchUpFor', eb.val(call.scheduledFor)]) }))
      // A transaction that has locked that call may wait for one that is locked here, and a time that is not updated
      // does no harm.
      .where('id', 'in', (eb) => eb.selectFrom('calls').select('id').where('id', '=', open.id).forUpdate().skipLocked())
      .execute()
    return catchUpOf(open, now)
  }
  const at = catchUpAt(now, timezone)
  const regular = await rungAnyway(trx, call, { now, until: new Date(at.getTime() + REGULAR_CALL_IS_NEAR_MS) })
  if (regular) return regular
  const { accountId, lovedOneId } = call
  const callType = 'daily_check_in'
  const dialBy = catchUpDialBy(at, timezone)
  const { id: callId } = await trx
    .insertInto('calls')
    .values({
      accountId,
      lovedOneId,
      callType,
      asksBy,
      scheduledFor: at,
      dialAt: at,
      dialBy,
      catchUpFor: call.scheduledFor,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueDial(jobs, trx, { callId, callType, dialAt: at })
  await notifyScheduled(trx, [{ callId, accountId, lovedOneId, callType, asksBy, scheduledFor: at }])
  await recordActivity(trx, {
    accountId,
    activityType: 'call_scheduled',
    description: `${CATCH_UP_LABEL} booked for ${call.name}`,
    details: "It makes up for the calls we couldn't make.",
    lovedOneId,
    callId,
  })
  return { ringsAt: at, ringsBy: dialBy }
}

/** Two calls that are given up at once would each book a catch-up call. Taken before the locks of incidents. */
export const waitForCatchUp = (trx: Trx, lovedOneId: number): Promise<void> =>
  waitForLock(trx, 'catch-up of loved one', lovedOneId)

/** When the loved one's open catch-up call rings, and the time it is booked for, which no failed try moves; null without one. */
export async function openCatchUpOf(
  db: Db,
  lovedOneId: number,
  now: Date,
): Promise<(CatchUp & { bookedFor: Date }) | null> {
  const open = await openCatchUp(db, lovedOneId)
  return open ? { ...catchUpOf(open, now), bookedFor: open.scheduledFor } : null
}

/** After a move to `timezone`: a catch-up call that would ring at night waits for the next 7:00, unless it rings now. Returns when; null: none. */
export async function rezoneCatchUp(
  { jobs }: { jobs: Jobs },
  trx: Trx,
  { lovedOneId, timezone }: { lovedOneId: number; timezone: string },
): Promise<CatchUp | null> {
  const open = await trx
    .selectFrom('calls')
    .select(['id', 'callType', 'dialAt', 'status'])
    .where('lovedOneId', '=', lovedOneId)
    .where('catchUpFor', 'is not', null)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .forUpdate()
    .executeTakeFirst()
  if (!open?.dialAt) return null
  const { id: callId, callType, dialAt: before } = open
  const dialAt = catchUpAt(before, timezone)
  const dialBy = catchUpDialBy(dialAt, timezone)
  await trx
    .updateTable('calls')
    .set({ dialAt, dialBy })
    .$if(dialAt > before && open.status === 'scheduled', (query) => query.set({ scheduledFor: dialAt }))
    .where('id', '=', callId)
    .execute()
  await enqueueDial(jobs, trx, { callId, callType, dialAt })
  return { ringsAt: dialAt, ringsBy: dialBy }
}

/** Removes the catch-up call that has not left yet: the loved ones have answered, or none of their calls is wanted any more. */
export async function dropCatchUp(trx: Trx, lovedOneId: number | readonly number[], at?: Date): Promise<void> {
  await dropCatchUps(trx, { lovedOneIds: [lovedOneId].flat(), at })
}

interface Dropped {
  lovedOneIds: Param<number[]>
  at?: Param<Date> | undefined
}

const dropCatchUps = preparedStatement((db, { lovedOneIds, at }: Dropped) =>
  db
    .with('relieved', (also) =>
      also
        .updateTable('calls')
        .set({ standsInFor: null })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('calls')
            .select('id')
            .where('lovedOneId', '=', ({ fn }) => fn.any(lovedOneIds))
            .where('standsInFor', 'is not', null)
            .$if(at !== undefined, (query) => query.where('standsInFor', '<=', sql<Date>`${at}`))
            .forUpdate()
            .skipLocked(),
        ),
    )
    .deleteFrom('calls')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('calls')
        .select('id')
        .where('lovedOneId', '=', ({ fn }) => fn.any(lovedOneIds))
        .where('catchUpFor', 'is not', null)
        .where('status', '=', 'scheduled')
        .$if(at !== undefined, (query) => query.where('catchUpFor', '<=', sql<Date>`${at}`))
        .forUpdate()
        .skipLocked(),
    ),
)

/** In which zone, and how it asks: as the call that it makes up for. Undefined where none is wanted. */
function whereWanted(trx: Trx, { id }: UnplacedCall) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .leftJoin('callSchedules', (join) =>
      join.on((eb) => eb('callSchedules.id', '=', eb.fn.coalesce('calls.scheduleId', 'calls.extraOfScheduleId'))),
    )
    .select(['lovedOnes.timezone', 'calls.asksBy'])
    .where('calls.id', '=', id)
    .where('calls.catchUpFor', 'is', null)
    .where('calls.isRehearsal', '=', false)
    .where('calls.cancelledAt', 'is', null)
    .where('callSchedules.endedAt', 'is', null)
    .where('accounts.suspendedAt', 'is', null)
    .where('accounts.verifiedAt', 'is not', null)
    .where('accounts.deletionBeganAt', 'is', null)
    .executeTakeFirst()
}

/** Puts a catch-up call off to the next waking hours, where Cooee itself rang nobody for it. The caller holds its lock. */
export async function putOffCatchUp(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  trx: Trx,
  { id: callId, callType, timezone }: { id: number; callType: CallType; timezone: string },
): Promise<void> {
  const dialAt = catchUpAt(clock.now(), timezone)
  const dialBy = catchUpDialBy(dialAt, timezone)
  await trx.updateTable('calls').set({ dialAt, dialBy }).where('id', '=', callId).execute()
  await enqueueDial(jobs, trx, { callId, callType, dialAt })
}

function openCatchUp(db: Db, lovedOneId: number) {
  return db
    .selectFrom('calls')
    .select(['id', 'scheduledFor', 'dialAt', 'dialBy'])
    .where('lovedOneId', '=', lovedOneId)
    .where('catchUpFor', 'is not', null)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .executeTakeFirst()
}

/** While its phone rings no dial is due: a call that rings counts as now, and so does one that waits for its permit. */
function catchUpOf({ dialAt, dialBy }: { dialAt: Date | null; dialBy: Date | null }, now: Date): CatchUp {
  return { ringsAt: dialAt !== null && dialAt > now ? dialAt : now, ringsBy: dialBy ?? now }
}

/**
 * The regular call that reaches them in time, or whose phone began to ring after this one was due. A call that began
 * before proves nothing: it may have been answered, or be over, without a report to us.
 */
async function rungAnyway(
  trx: Trx,
  { id, lovedOneId, scheduledFor }: UnplacedCall,
  { now, until }: { now: Date; until: Date },
): Promise<CatchUp | null> {
  const other = await trx
    .selectFrom('calls')
    .select(['id', 'status', 'dialAt', 'dialBy'])
    .where('lovedOneId', '=', lovedOneId)
    .where('id', '<>', id)
    .where('catchUpFor', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .where((eb) => eb.not(IS_AWAY))
    .where((eb) =>
      eb.or([
        eb.and([eb('dialAt', '<=', until), eb('dialBy', '>=', now)]),
        eb.and([
          eb('dialAt', 'is', null),
          eb.exists(
            eb
              .selectFrom('attempts')
              .select('attempts.id')
              .whereRef('attempts.callId', '=', 'calls.id')
              .where('attempts.startedAt', '>=', scheduledFor),
          ),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!other) return null
  const isCounted =
    other.status !== 'scheduled' || (await insteadOfCatchUp(trx, { id: other.id, lovedOneId, until, scheduledFor }))
  return isCounted ? catchUpOf(other, now) : null
}

/**
 * Notes that a scheduled call is rung instead of a catch-up call, and for which missed call. False when another transaction has locked it:
 * it may be moving it.
 */
async function insteadOfCatchUp(
  trx: Trx,
  { id, lovedOneId, until, scheduledFor }: { id: number; lovedOneId: number; until: Date; scheduledFor: Date },
): Promise<boolean> {
  const noted = await trx
    .updateTable('calls')
    .set((eb) => ({ standsInFor: eb.fn<Date>('greatest', ['standsInFor', eb.val(scheduledFor)]) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('calls')
        .select('id')
        .where('id', '=', id)
        // Once more: an edit may have been committed since the call was read.
        .where('lovedOneId', '=', lovedOneId)
        .where('status', '=', 'scheduled')
        .where('dialAt', '<=', until)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}
