import { sql } from 'kysely'
import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ENVELOPE_BYTES } from '#server/platform/sealing/envelope.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

// The bytes of a recording are written and read here and nowhere else, sealed if there is a key.

/** Stores the sound of a recording; false when it is there already, or not wanted any more. */
export async function keepSound(
  { sealing, clock }: { sealing: Sealing; clock: Clock },
  trx: Trx,
  recordingId: number,
  { bytes, contentType }: Sound,
): Promise<boolean> {
  const { value: sound, sealedWith } = sealing.sealBytes('recordings.sound', { id: recordingId }, bytes)
  const kept = await trx
    .updateTable('recordings')
    .set({ sound, sealedWith, contentType, fetchedAt: clock.now(), fetchAt: null })
    .where('id', '=', recordingId)
    .where('sound', 'is', null)
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
  if (kept) await touch(trx, kept.accountId, 'calls')
  return kept !== undefined
}

/** How many bytes the sound of a recording has; for a query over `recordings`. */
export const soundSize = sql<number>`
  octet_length(recordings.sound) - case when recordings.sealed_with is null then 0 else ${sql.lit(ENVELOPE_BYTES)} end`

/**
 * The bytes from `first` to `last`, both included; null when they were deleted meanwhile. A sealed sound is opened as a
 * whole, since only the whole proves that nobody has changed it. Throws `unavailable` when it cannot be opened.
 */
export async function readSound(
  { db, sealing }: { db: Db; sealing: Sealing },
  recordingId: number,
  { first, last }: { first: number; last: number },
): Promise<Buffer | null> {
  const wanted = sql<Buffer | null>`
    case when sealed_with is null then substring(sound from ${first + 1} for ${last - first + 1}) else sound end`
  const row = await db
    .selectFrom('recordings')
    .select(['sealedWith', wanted.as('bytes')])
    .where('id', '=', recordingId)
    .executeTakeFirst()
  if (!row?.bytes) return null
  if (row.sealedWith === null) return row.bytes
  const stored = { value: row.bytes, sealedWith: row.sealedWith }
  const opened = sealing.openBytes('recordings.sound', { id: recordingId }, stored)
  if (opened.kind === 'opened') return opened.content.subarray(first, last + 1)
  throw new AppError('unavailable', UNREADABLE[opened.because])
}

const UNREADABLE = {
  key_missing: "We can't play this recording right now: it's encrypted, and Cooee doesn't have the key.",
  damaged: "We can't play this recording: it's damaged.",
} as const
