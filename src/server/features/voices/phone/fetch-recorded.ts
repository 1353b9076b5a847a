import { readWav } from '#core/voice/read-wav.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { saveVoice } from '../save-voice.ts'
import type { VoiceCallDeps } from './deps.ts'
import type { VoiceCall } from './find-voice-call.ts'

/** `later`: the provider has not finished it. `faulty`: it is no recording that calls can play. */
export type FetchedVoice =
  | { kind: 'fetched'; recordingId: number }
  | { kind: 'later' }
  | { kind: 'faulty'; sentence: string }

/**
 * Fetches what was recorded last in a call from the provider, outside any transaction, and keeps it as the member's draft. What was
 * fetched before is not fetched again.
 */
export async function fetchRecorded(
  deps: Pick<VoiceCallDeps, 'db' | 'clock' | 'sealing' | 'recordings'>,
  call: VoiceCall,
): Promise<FetchedVoice> {
  const listed = await deps.recordings.findOfCall(call.providerCallId)
  // Nobody can say whether there is a newer one: what was fetched before is not what they have just said.
  if (listed.kind !== 'found') return { kind: 'later' }
  const fresh = listed.found.filter(({ providerRecordingId }) => !call.fetchedIds.includes(providerRecordingId))
  if (fresh.length === 0 && call.recordingId !== null) return { kind: 'fetched', recordingId: call.recordingId }
  const ready = fresh.find(({ isReady }) => isReady)
  if (!ready) return { kind: 'later' }
  const { providerRecordingId } = ready
  const sound = await deps.recordings.fetchSound(providerRecordingId)
  if (sound.kind === 'absent' || sound.kind === 'unavailable') return { kind: 'later' }
  const bytes = sound.kind === 'found' ? sound.found.bytes : Buffer.alloc(0)
  const { accountId, personId, scheduleId, part, id: dialId } = call
  return deps.db.transaction().execute(async (trx): Promise<FetchedVoice> => {
    const requests = trx.selectFrom('voiceRequests').select(['fetchedIds', 'recordingId']).where('dialId', '=', dialId)
    const request = await requests.forUpdate().executeTakeFirst()
    // The same callback came twice at once.
    if (request?.fetchedIds.includes(providerRecordingId)) {
      return request.recordingId === null ? { kind: 'later' } : { kind: 'fetched', recordingId: request.recordingId }
    }
    const fault = faultOf(bytes)
    const recordingId =
      fault === null
        ? await saveVoice(deps, trx, { accountId, personId, scheduleId, part, source: 'phone', bytes })
        : null
    await trx
      .updateTable('voiceRequests')
      .set({ fetchedIds: [...(request?.fetchedIds ?? call.fetchedIds), providerRecordingId], recordingId })
      .where('dialId', '=', dialId)
      .execute()
    return recordingId === null ? { kind: 'faulty', sentence: fault ?? '' } : { kind: 'fetched', recordingId }
  })
}

/** The member records it again: until that is fetched there is nothing to play. What they recorded before stays their draft. */
export async function forgetFetched(db: Db, dialId: number): Promise<void> {
  await db.updateTable('voiceRequests').set({ recordingId: null }).where('dialId', '=', dialId).execute()
}

/** As it is said aloud; null for none. */
function faultOf(bytes: Buffer): string | null {
  const reading = readWav(bytes)
  if (reading.kind === 'sound') return null
  switch (reading.reason) {
    case 'too_short':
      return 'That was very short'
    case 'too_long':
      return 'That was too long'
    case 'silent':
      return 'I could not hear anything'
    case 'no_wav':
    case 'other_format':
    case 'cut_off':
      throw new AppError('receiver_failed', `The provider gave a recording that is ${reading.reason}`)
  }
}
