import { callLabel } from '#contract/calls/call-labels.ts'
import { HEAR_IT_FIRST } from '#contract/calls/familiar-voice.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import type { VoicesDeps } from './deps.ts'
import { ownVoice } from './own-voice.ts'

type Deps = Pick<VoicesDeps, 'db' | 'clock'>

/** Which member does something with which recording. */
export interface VoiceAct {
  accountId: number
  by: Actor
  recordingId: number
}

/** Notes that its maker has listened to their recording. Hearing that of another member changes nothing. */
export async function noteHeard(
  { db, clock }: Deps,
  { personId, recordingId }: { personId: number; recordingId: number },
): Promise<void> {
  await db
    .updateTable('voiceRecordings')
    .set({ heardAt: clock.now() })
    .where('id', '=', recordingId)
    .where('personId', '=', personId)
    .where('heardAt', 'is', null)
    .execute()
}

/**
 * Calls of the schedule play this recording from now on, in place of the one before, which is deleted. Only its maker may, once
 * they have listened to it; repeating it changes nothing.
 */
export async function applyVoice({ clock }: Deps, trx: Trx, { accountId, by, recordingId }: VoiceAct): Promise<void> {
  const asking = { accountId, personId: by.personId }
  const { scheduleId: of } = await ownVoice(trx, asking, recordingId)
  // The schedule before the recording, as where one is saved: two members who use theirs at once follow each other.
  await trx.selectFrom('callSchedules').select('id').where('id', '=', of).forNoKeyUpdate().execute()
  const recording = await ownVoice(trx, asking, recordingId, 'locked')
  if (recording.personId !== by.personId) throw notFound('Recording')
  if (recording.usedAt !== null) return
  if (recording.heardAt === null) throw new AppError('conflict', HEAR_IT_FIRST)
  const { scheduleId, part, callType, name, lovedOneId } = recording
  await trx
    .deleteFrom('voiceRecordings')
    .where('scheduleId', '=', scheduleId)
    .where('part', '=', part)
    .where('usedAt', 'is not', null)
    .execute()
  await trx.updateTable('voiceRecordings').set({ usedAt: clock.now() }).where('id', '=', recordingId).execute()
  const call = `${callLabel({ callType })} for ${name}`
  await recordActivity(trx, {
    accountId,
    activityType: 'call_updated',
    description: `A recorded ${part} is used for the ${call}`,
    by,
    does: `recorded the ${part} of the ${call}`,
    lovedOneId,
  })
  await announceChange(trx, accountId, 'calls')
}

/** Deletes a recording for good: one that calls play, or a draft of the member's own. Cooee's own words are said from then on. */
export async function deleteVoice(trx: Trx, { accountId, by, recordingId }: VoiceAct): Promise<void> {
  const recording = await ownVoice(trx, { accountId, personId: by.personId }, recordingId, 'locked')
  await trx.deleteFrom('voiceRecordings').where('id', '=', recordingId).execute()
  await announceChange(trx, accountId, 'calls')
  if (recording.usedAt === null) return
  const call = `${callLabel({ callType: recording.callType })} for ${recording.name}`
  await recordActivity(trx, {
    accountId,
    activityType: 'call_updated',
    description: `The recorded ${recording.part} of the ${call} was deleted`,
    by,
    does: `deleted the recorded ${recording.part} of the ${call}`,
    lovedOneId: recording.lovedOneId,
  })
}
