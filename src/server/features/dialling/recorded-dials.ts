import type { Db, Trx } from '#server/platform/database/database.ts'

/** A dial whose recording the provider should have, and has not reported. */
export type RecordedDial = Awaited<ReturnType<typeof claimDialsToPoll>>[number]

/** A dial is not recorded after all. Returns false if no recording was expected. */
export async function unrecordDial(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('dials')
    .set({ isRecorded: false, recordingPollAt: null })
    .where('id', '=', id)
    .where('purpose', '=', 'care')
    .where('isRecorded', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the row of a dial whose recording was found, until the transaction ends; undefined when it was removed. */
export function lockRecordedDial(trx: Trx, id: number) {
  return trx
    .updateTable('dials')
    .set({ recordingPollAt: null })
    .where('id', '=', id)
    .where('purpose', '=', 'care')
    .returning(['startedAt', 'isRecorded'])
    .executeTakeFirst()
}

/**
 * Only answered calls are recorded: for others no recording is awaited. Dials whose end could not be found out have no
 * provider status, and may have been answered.
 */
export async function stopAwaitingRecordings(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('dials')
    .set({ recordingPollAt: null })
    .where('recordingPollAt', '<=', now)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'not_placed'),
        eb('state', '=', 'ended').and(eb('providerCallId', 'is', null)),
        eb('state', '=', 'ended').and('providerStatus', '<>', 'completed'),
      ]),
    )
    .execute()
}

/** Takes the dials whose sound is to be looked for now, `most` at a time; the next poll is at `pollAt` unless it is found. */
export function claimDialsToPoll(db: Db, now: Date, { pollAt, limit }: { pollAt: Date; limit: number }) {
  return db
    .updateTable('dials')
    .set({ recordingPollAt: pollAt })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('dials')
        .select('id')
        .where('recordingPollAt', '<=', now)
        .orderBy('recordingPollAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'state', 'providerCallId', 'startedAt', 'recordingPolls'])
    .execute()
}

/** Nothing was found: it is looked for again, for the `polls`-th time. */
export async function retryFindingSound(
  db: Db,
  id: number,
  { pollAt, polls }: { pollAt: Date; polls: number },
): Promise<void> {
  await db
    .updateTable('dials')
    .set({ recordingPollAt: pollAt, recordingPolls: polls })
    .where('id', '=', id)
    .where('recordingPollAt', 'is not', null)
    .execute()
}

/** Its recording is not polled any more. */
export async function stopFindingSound(db: Db, id: number): Promise<void> {
  await db.updateTable('dials').set({ recordingPollAt: null }).where('id', '=', id).execute()
}
