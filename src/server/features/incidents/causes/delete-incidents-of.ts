import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/**
 * Deletes what incidents have to do with calls that are about to be deleted in the same transaction: the causes, and each
 * incident of which no cause is left, with its people, alerts and their dials. One that had further causes stays as long
 * as their calls. Of incidents that have ended only.
 */
export async function deleteIncidentsOf(trx: Trx, callIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from incidents
    where ended_at is not null and (call_id = any(${callIds}::bigint[]) or id in (
      select incident_id from incident_causes where call_id = any(${callIds}::bigint[])))
    order by id for update`.execute(trx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await trx
    .deleteFrom('incidentCauses')
    .where('callId', 'in', [...callIds])
    .where('incidentId', 'in', ids)
    .execute()
  await trx
    .deleteFrom('incidents')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidentCauses')
            .select('incidentCauses.id')
            .whereRef('incidentCauses.incidentId', '=', 'incidents.id'),
        ),
      ),
    )
    .execute()
  // It was about several: it is about one that stays.
  await trx
    .updateTable('incidents')
    .set((eb) => ({
      callId: eb
        .selectFrom('incidentCauses')
        .select('incidentCauses.callId')
        .whereRef('incidentCauses.incidentId', '=', 'incidents.id')
        .where('incidentCauses.callId', 'is not', null)
        .orderBy('incidentCauses.id', 'desc')
        .limit(1),
    }))
    .where('id', 'in', ids)
    .where('callId', 'in', [...callIds])
    .execute()
}

/** Deletes at most `limit` incidents about no call that ended before that, like requests for help by text. Returns how many. */
export async function deleteIncidentsWithoutCalls(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from incidents where id in (
      select id from incidents
      where call_id is null and ended_at < ${before} and not exists (
        select from incident_causes
        where incident_causes.incident_id = incidents.id and incident_causes.call_id is not null)
      order by id limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
