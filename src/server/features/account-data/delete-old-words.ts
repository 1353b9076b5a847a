import { type RawBuilder, sql } from 'kysely'
import { callWordsKeptSince, keptSince } from '#core/retention.ts'
import { NOT_NEEDED } from '#server/features/messages/public.ts'
import { forgetOldTopics } from '#server/features/talks/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'

export interface RetentionDeps {
  db: Db
  clock: Clock
  log: Logger
  /** How many calendar months words, messages and the activity log are kept. */
  retentionMonths: number
  /** How many of them calls are kept: no longer are their words, also of a call that stays. */
  keepCallsMonths: number
}

const BATCH_SIZE = 1_000

/**
 * Deletes what has been kept long enough: what was said, heard and noted in calls, the words that opened incidents,
 * messages and the activity log. Never about a loved one with an open incident, from a call that has not ended, or a
 * message that is still to be sent. The facts of calls and incidents stay until `deleteOldCalls` deletes them. Run it once in a while, in any number of
 * workers: deleting twice is deleting once. One kind that cannot be deleted keeps no other. Returns how many rows it
 * changed.
 */
export async function deleteOldWords(
  { db, clock, log, retentionMonths, keepCallsMonths }: RetentionDeps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const ends = {
    calls: callWordsKeptSince(clock.now(), { retentionMonths, keepCallsMonths }),
    others: keptSince(clock.now(), retentionMonths),
  }
  const failures = collectFailures(log)
  let deleted = 0
  for (const [kind, { of, forget }] of Object.entries(DELETIONS)) {
    const work = () => forget(db, ends[of], isStopped)
    const changed = await failures.attempt(work, 'Expired rows not deleted; retrying', { kind })
    deleted += changed ?? 0
  }
  failures.throwIfAny()
  return deleted
}

type Forget = (db: Db, before: Date, isStopped: () => boolean) => Promise<number>

const DELETIONS: Record<string, { of: 'calls' | 'others'; forget: Forget }> = {
  turns: {
    of: 'calls',
    forget: inOrderOfIds(
      (after, before) => sql`select id, at < ${before} as is_old from turns where id > ${after}`,
      (ids, before) => sql`
      delete from turns using attempts, calls
      where turns.id = any(${ids}::bigint[]) and attempts.id = turns.attempt_id and calls.id = attempts.call_id
        and calls.ended_at < ${before} and ${noOpenIncident('calls.loved_one_id')}`,
    ),
  },
  messages: {
    of: 'others',
    forget: inOrderOfIds(
      (after, before) => sql`select id, created_at < ${before} as is_old from messages where id > ${after}`,
      // Whether an alert arrived is a fact of its incident, and stays.
      (ids) => sql`
      with deleted as (
        select id, delivery, failed_at, error from messages
        where id = any(${ids}::bigint[]) and (sent_at is not null or failed_at is not null) and not exists (
          select from alerts join incidents on incidents.id = alerts.incident_id
          where alerts.message_id = messages.id and incidents.next_at is not null)
        for update
      ), noted as (
        update alerts set message_result = case
          when deleted.failed_at is not null and deleted.error = ${NOT_NEEDED} then 'not_needed'
          when deleted.failed_at is not null or deleted.delivery = 'failed' then 'not_delivered'
          when deleted.delivery = 'delivered' then 'delivered' end
        from deleted where alerts.message_id = deleted.id
      )
      delete from messages using deleted where messages.id = deleted.id`,
    ),
  },
  activity: {
    of: 'others',
    forget: inOrderOfIds(
      (after, before) => sql`select id, created_at < ${before} as is_old from activity where id > ${after}`,
      (ids) => sql`
      delete from activity where id = any(${ids}::bigint[]) and ${noOpenIncident('activity.loved_one_id')}`,
    ),
  },
  heard: { of: 'calls', forget: deleteHeard },
  notes: { of: 'calls', forget: deleteNotes },
  topics: { of: 'others', forget: forgetOldTopics },
}

/** That no incident about that person is open. */
function noOpenIncident(lovedOneId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from incidents where incidents.loved_one_id = ${sql.ref(lovedOneId)} and incidents.next_at is not null)`
}

/** Rows are in the order of their ids: the oldest are read page by page, until one ends with what is not old. What is kept back is skipped. */
function inOrderOfIds(
  page: (after: number, before: Date) => RawBuilder<unknown>,
  forget: (ids: readonly number[], before: Date) => RawBuilder<unknown>,
): Forget {
  return async (db, before, isStopped) => {
    let deleted = 0
    for (let after = 0; !isStopped(); ) {
      const { rows } = await sql<{ id: number; isOld: boolean }>`
        ${page(after, before)} order by id limit ${BATCH_SIZE}`.execute(db)
      const old = rows.filter(({ isOld }) => isOld).map(({ id }) => id)
      if (old.length > 0) deleted += Number((await forget(old, before).execute(db)).numAffectedRows ?? 0)
      const last = rows.at(-1)
      if (!last?.isOld || rows.length < BATCH_SIZE) break
      after = last.id
    }
    return deleted
  }
}

/** The words that opened an incident; the incident itself stays. */
async function deleteHeard(db: Db, before: Date, isStopped: () => boolean): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numUpdatedRows } = await db
      .updateTable('incidentCauses')
      .set({ heard: null, heardSealedWith: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('incidentCauses')
          .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
          .select('incidentCauses.id')
          .where('heard', 'is not', null)
          .where('incidents.endedAt', '<', before)
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst()
    deleted += Number(numUpdatedRows)
    if (numUpdatedRows < BATCH_SIZE || isStopped()) return deleted
  }
}

/** What account holders noted when they had reached somebody; the call itself stays. */
async function deleteNotes(db: Db, before: Date, isStopped: () => boolean): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numUpdatedRows } = await db
      .updateTable('calls')
      .set({ resolvedNote: null, resolvedNoteSealedWith: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('calls')
          .select('id')
          .where('resolvedNote', 'is not', null)
          .where('endedAt', '<', before)
          .where(noOpenIncident('calls.loved_one_id'))
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst()
    deleted += Number(numUpdatedRows)
    if (numUpdatedRows < BATCH_SIZE || isStopped()) return deleted
  }
}
