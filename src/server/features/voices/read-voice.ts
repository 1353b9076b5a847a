import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { VoicesDeps } from './deps.ts'

type Deps = Pick<VoicesDeps, 'sealing'>

/** The sound of a recording; null when it was deleted. `unreadable`: it cannot be opened. */
export async function readVoice({ sealing }: Deps, db: Db, id: number): Promise<Buffer | 'unreadable' | null> {
  const row = await db
    .selectFrom('voiceRecordings')
    .select(['sound', 'sealedWith'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const stored = { value: row.sound, sealedWith: row.sealedWith }
  const opened = sealing.openBytes('voice_recordings.sound', { id }, stored)
  return opened.kind === 'opened' ? opened.content : 'unreadable'
}

export const UNREADABLE_VOICE = "We can't play this recording. Please record it again."

/** Its key is missing or was changed: 503, since the key may come back. */
export const unreadableVoice = (): AppError => new AppError('unavailable', UNREADABLE_VOICE)
