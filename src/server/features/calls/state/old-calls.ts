import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { IS_LAST_OF_ITS_KIND } from './last-of-its-kind.ts'

/** A place in the order of calls. The instant is as the database writes it: a Date would lose its microseconds. */
export interface CallPlace {
  id: number
  at: string
}

/** Ended calls that were promised before that, the oldest first; `after` continues behind one, which may be gone. */
export async function pageOfOldCalls(
  db: Db,
  { before, after, limit }: { before: Date; after: CallPlace | undefined; limit: number },
): Promise<CallPlace[]> {
  const isNext = after ? sql`(scheduled_for, id) > (${after.at}::timestamptz, ${after.id})` : sql`true`
  // The index is calls_by_time.
  const { rows } = await sql<CallPlace>`
    select id, scheduled_for::text as at from calls
    where scheduled_for < ${before} and status not in ('scheduled', 'in_progress') and ${isNext}
    order by scheduled_for, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Locks those of the calls that may be deleted: ended and promised before that, with no incident of theirs that is open
 * or ended later, none open about their loved one, nothing still to be asked of a provider (how a dial ended, whether
 * there is a recording, its sound), and not the last from which something is known. A call that somebody else has
 * locked is left for the next time.
 */
export async function lockOldCalls(trx: Trx, ids: readonly number[], before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from calls
    where id = any(${ids}::bigint[]) and status not in ('scheduled', 'in_progress')
      and ended_at < ${before} and scheduled_for < ${before}
      and not exists (
        select from incidents where incidents.loved_one_id = calls.loved_one_id and incidents.ended_at is null)
      and not exists (
        select from incidents left join incident_causes on incident_causes.incident_id = incidents.id
        where incidents.loved_one_id = calls.loved_one_id and calls.id in (incidents.call_id, incident_causes.call_id)
          and (incidents.ended_at >= ${before} or exists (
            select from alerts join dials on dials.alert_id = alerts.id
            where alerts.incident_id = incidents.id and ${IS_TO_BE_ASKED_ABOUT})))
      and not exists (
        select from dials left join recordings on recordings.attempt_id = dials.id and recordings.fetch_at is not null
        where dials.call_id = calls.id and (${IS_TO_BE_ASKED_ABOUT} or recordings.id is not null))
      and not ${IS_LAST_OF_ITS_KIND}
    order by id for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Of a dial. */
const IS_TO_BE_ASKED_ABOUT: RawBuilder<boolean> = sql<boolean>`
  (dials.next_at is not null or dials.recording_poll_at is not null)`

/**
 * Deletes calls of the past with their dials, turns and recordings, which go by foreign keys; triggers ask for the
 * provider's copies to be deleted, and note what the account's own count of completed calls has lost. Their incidents
 * are the caller's to delete before.
 */
export async function deletePastCalls(trx: Trx, ids: readonly number[]): Promise<void> {
  // Without its call a moved occurrence would read as one that was skipped.
  await trx
    .deleteFrom('occurrenceChanges')
    .where('callId', 'in', [...ids])
    .execute()
  await trx
    .deleteFrom('calls')
    .where('id', 'in', [...ids])
    .execute()
}
