import type { Trx } from '#server/platform/database/database.ts'

/** Notes that a dial may play a recording. Repeating it changes nothing. */
export async function noteChosen(
  trx: Trx,
  { dialId, id, now }: { dialId: number; id: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('voicePlays')
    .values({ dialId, recordingId: id, chosenAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes that a script has named these recordings to the provider. */
export async function noteNamed(
  trx: Trx,
  { dialId, recordingIds, now }: { dialId: number; recordingIds: readonly number[]; now: Date },
): Promise<void> {
  if (recordingIds.length === 0) return
  await trx
    .updateTable('voicePlays')
    .set({ namedAt: now })
    .where('dialId', '=', dialId)
    .where('recordingId', 'in', [...recordingIds])
    .where('namedAt', 'is', null)
    .execute()
}
