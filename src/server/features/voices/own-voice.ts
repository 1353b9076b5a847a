import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

/** Who asks: a member of a circle. */
export interface Asking {
  accountId: number
  personId: number
}

/** A recording that calls of this circle play, or a draft of the member's own. `locked`: until the transaction ends nobody else changes it. */
export async function ownVoice(db: Db, { accountId, personId }: Asking, recordingId: number, hold?: 'locked') {
  const recording = await db
    .selectFrom('voiceRecordings')
    .innerJoin('callSchedules', 'callSchedules.id', 'voiceRecordings.scheduleId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'callSchedules.lovedOneId')
    .select(['voiceRecordings.id', 'voiceRecordings.scheduleId', 'voiceRecordings.personId', 'voiceRecordings.part'])
    .select(['heardAt', 'usedAt', 'callSchedules.callType', 'callSchedules.lovedOneId', 'lovedOnes.name'])
    .where('voiceRecordings.id', '=', recordingId)
    .where('voiceRecordings.accountId', '=', accountId)
    .where((eb) => eb.or([eb('usedAt', 'is not', null), eb('voiceRecordings.personId', '=', personId)]))
    .$if(hold === 'locked', (query) => query.forUpdate('voiceRecordings'))
    .executeTakeFirst()
  if (!recording) throw notFound('Recording')
  return recording
}
