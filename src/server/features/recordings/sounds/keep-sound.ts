import { sql } from 'kysely'
import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { ENVELOPE_BYTES } from '#server/platform/sealing/envelope.ts'
import type { RecordingsDeps } from '../deps.ts'
import { cancelPlannedDeletion, putWithPlannedDeletion } from './noted-object.ts'

// The bytes of a recording are written here and in move-sounds.ts, and read in read-sound.ts, sealed if there is a key. They lie
// in the row, or as an object in a store outside: what is not sealed stays in the row.

/** Where a sound is, as the columns of its row say it. */
export type SoundPlace =
  | { sound: Buffer; soundKey: null; soundBytes: null; sealedWith: string | null }
  | { sound: null; soundKey: string; soundBytes: number; sealedWith: string }

/**
 * Seals a sound and puts it into the store, if there is one. It goes into the row when the store does not take it: no sound is
 * lost because of that, and it is moved later. `keepSound` has to follow, else the object is deleted again.
 */
export async function placeSound(deps: RecordingsDeps, recordingId: number, bytes: Buffer): Promise<SoundPlace> {
  const { value, sealedWith } = deps.sealing.sealBytes('recordings.sound', { id: recordingId }, bytes)
  const inRow = { sound: value, soundKey: null, soundBytes: null, sealedWith }
  if (deps.soundObjects === null || sealedWith === null) return inRow
  const put = await putWithPlannedDeletion(deps, deps.soundObjects, recordingId, value)
  if (put.kind === 'put') return { sound: null, soundKey: put.soundKey, soundBytes: bytes.length, sealedWith }
  deps.log.warn(
    { recordingId, reason: put.reason },
    'Recording not taken by the store; kept in the database until it is',
  )
  return inRow
}

/** Writes where the sound of a recording is stored; false when it is there already, or not wanted any more. */
export async function keepSound(
  { clock }: Pick<RecordingsDeps, 'clock'>,
  trx: Trx,
  recordingId: number,
  { place, contentType }: { place: SoundPlace; contentType: Sound['contentType'] },
): Promise<boolean> {
  const kept = await trx
    .updateTable('recordings')
    .set({ ...place, contentType, fetchedAt: clock.now(), fetchAt: null })
    .where('id', '=', recordingId)
    .where('fetchedAt', 'is', null)
    .returning((eb) =>
      eb
        .selectFrom('attempts')
        .innerJoin('calls', 'calls.id', 'attempts.callId')
        .select('calls.accountId')
        .whereRef('attempts.id', '=', 'recordings.attemptId')
        .$asScalar()
        .$notNull()
        .as('accountId'),
    )
    .executeTakeFirst()
  if (!kept) return false
  if (place.soundKey !== null) await cancelPlannedDeletion(trx, place.soundKey)
  await announceChange(trx, kept.accountId, 'calls')
  return true
}

/** How many bytes the sound of a recording has; for a query over `recordings`. */
export const soundSize = sql<number>`
  coalesce(recordings.sound_bytes,
    octet_length(recordings.sound) - case when recordings.sealed_with is null then 0 else ${sql.lit(ENVELOPE_BYTES)} end)`
