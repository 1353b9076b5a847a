import { sql } from 'kysely'
import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Db, Trx } from '#server/platform/database.ts'

// The bytes of a recording are written and read here and nowhere else: whoever encrypts them does it here.

/** Keeps the sound of a recording; false when it is there already, or nobody wants it any more. */
export async function keepSound(trx: Trx, recordingId: number, sound: Sound, now: Date): Promise<boolean> {
  const kept = await trx
    .updateTable('recordings')
    .set({ sound: sound.bytes, contentType: sound.contentType, fetchedAt: now, fetchAt: null })
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
export const soundSize = sql<number>`octet_length(recordings.sound)`

/** The bytes from `first` to `last`, both included; null when they were deleted meanwhile. */
export async function readSound(
  db: Db,
  recordingId: number,
  { first, last }: { first: number; last: number },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('recordings')
    .select(sql<Buffer | null>`substring(sound from ${first + 1} for ${last - first + 1})`.as('bytes'))
    .where('id', '=', recordingId)
    .executeTakeFirst()
  return row?.bytes ?? null
}
