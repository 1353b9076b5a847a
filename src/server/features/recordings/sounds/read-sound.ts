import { sql } from 'kysely'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Stored } from '#server/platform/sealing/sealing.ts'
import type { RecordingsDeps } from '../deps.ts'

export type ReadingDeps = Pick<RecordingsDeps, 'db' | 'sealing' | 'soundObjects'> & {
  log: Pick<RecordingsDeps['log'], 'error' | 'warn'>
}

/**
 * The bytes from `first` to `last`, both included; null when they were deleted meanwhile. A sealed sound is opened as a
 * whole, since only the whole proves that nobody has changed it. Throws `unavailable` when it cannot be got or opened.
 */
export async function readSound(
  deps: ReadingDeps,
  recordingId: number,
  range: { first: number; last: number },
): Promise<Buffer | null> {
  const { first, last } = range
  const wanted = sql<Buffer | null>`
    case when sealed_with is null then substring(sound from ${first + 1} for ${last - first + 1}) else sound end`
  const row = await deps.db
    .selectFrom('recordings')
    .select(['sealedWith', 'soundKey', wanted.as('bytes')])
    .where('id', '=', recordingId)
    .executeTakeFirst()
  if (!row) return null
  const bytes = row.soundKey === null ? row.bytes : await readObject(deps, recordingId, row.soundKey)
  // It was resealed, or deleted, since the row was read.
  if (bytes === 'moved') return readSound(deps, recordingId, range)
  if (bytes === null || row.sealedWith === null) return bytes
  return openSound(deps, recordingId, { value: bytes, sealedWith: row.sealedWith }).subarray(first, last + 1)
}

function openSound({ sealing }: ReadingDeps, recordingId: number, stored: Stored<Buffer>): Buffer {
  const opened = sealing.openBytes('recordings.sound', { id: recordingId }, stored)
  if (opened.kind === 'opened') return opened.content
  throw new AppError('unavailable', UNREADABLE[opened.because])
}

async function readObject(deps: ReadingDeps, recordingId: number, soundKey: string): Promise<Buffer | 'moved'> {
  const answer = deps.soundObjects
    ? await deps.soundObjects.get(soundKey)
    : ({ kind: 'unavailable', reason: 'RECORDINGS_S3_URL is not set' } as const)
  switch (answer.kind) {
    case 'found':
      return answer.bytes
    case 'unavailable':
      deps.log.warn({ recordingId, reason: answer.reason }, 'Recording not read: the store gave no answer')
      throw new AppError('unavailable', UNREADABLE.unreachable, { retryAfterSeconds: 60 })
    case 'absent': {
      const there = deps.db.selectFrom('recordings').select('id').where('soundKey', '=', soundKey)
      if (!(await there.executeTakeFirst())) return 'moved'
      deps.log.error({ recordingId, soundKey }, 'Recording not read: the store has no such object')
      throw new AppError('unavailable', UNREADABLE.missing)
    }
  }
}

const UNREADABLE = {
  key_missing: "We can't play this recording right now: it's encrypted, and Cooee doesn't have the key.",
  damaged: "We can't play this recording: it's damaged.",
  unreachable:
    "We can't play this recording right now: we can't reach where it's stored. Please try again in a few minutes.",
  missing: "We can't play this recording: it's missing from where we stored it.",
} as const
