import { randomBytes } from 'node:crypto'
import type { PutResult, SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { RecordingsDeps } from '../deps.ts'

/** Much longer than a put may take: when it is over, nobody writes the key of the object any more. */
const ABANDONED_AFTER_MS = 60 * 60_000

/**
 * Puts a sealed sound into the store under a key that was never used before. Its deletion in an hour is noted first, so that an
 * object whose key nobody writes (a crash, a lost answer) is deleted. `cancelPlannedDeletion` belongs into the transaction that
 * writes the key.
 */
export async function putWithPlannedDeletion(
  { db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>,
  store: SoundObjects,
  recordingId: number,
  sealed: Buffer,
): Promise<{ kind: 'put'; soundKey: string } | Exclude<PutResult, { kind: 'stored' }>> {
  const soundKey = `${recordingId}-${randomBytes(12).toString('hex')}`
  const deleteAt = new Date(clock.now().getTime() + ABANDONED_AFTER_MS)
  await db.insertInto('recordingDeletions').values({ soundKey, deleteAt }).execute()
  const answer = await store.put(soundKey, sealed)
  return answer.kind === 'stored' ? { kind: 'put', soundKey } : answer
}

/**
 * Another object has taken the place of this one, whose deletion a trigger has noted. It stays as long: a fail-over may lose
 * the transaction in which this was written, and the row then names it as before.
 */
export async function keepReplaced(
  { clock }: Pick<RecordingsDeps, 'clock'>,
  trx: Trx,
  soundKey: string,
): Promise<void> {
  const deleteAt = new Date(clock.now().getTime() + ABANDONED_AFTER_MS)
  await trx.updateTable('recordingDeletions').set({ deleteAt }).where('soundKey', '=', soundKey).execute()
}

/** Throws when the deletion of the object has begun, so that no row gets the key of an object that is gone. */
export async function cancelPlannedDeletion(trx: Trx, soundKey: string): Promise<void> {
  const noted = await trx
    .deleteFrom('recordingDeletions')
    .where('soundKey', '=', soundKey)
    .where('tries', '=', 0)
    .executeTakeFirst()
  if (noted.numDeletedRows === 0n) throw new Error('The sound was put too long ago: its deletion has begun')
}
