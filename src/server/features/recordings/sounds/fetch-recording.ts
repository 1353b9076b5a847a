import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import { enqueueDeletion } from '../deletions/delete-at-provider.ts'
import type { RecordingsDeps } from '../deps.ts'
import { fetchRecordingJob } from '../jobs.ts'
import { MAX_PAUSES } from '../pauses.ts'
import { claimRow, FETCHES, retryRow } from '../retried-rows.ts'
import { keepSound, placeSound } from './keep-sound.ts'

/** A few at a time: each holds a whole recording in memory. */
export function fetchRecordingHandler(deps: RecordingsDeps): JobHandler {
  return eachJob(fetchRecordingJob, ({ recordingId }) => fetchRecording(deps, recordingId), { batchSize: 3 })
}

/**
 * Fetches the sound of a recording, then keeps it and has it deleted at the provider in one transaction. Tried again after
 * growing pauses: while the provider is unavailable until the recording expires, else for two days.
 */
export async function fetchRecording(deps: RecordingsDeps, recordingId: number): Promise<void> {
  const tries = await claimRow(deps, FETCHES, recordingId)
  if (tries === null) return
  const { providerRecordingId } = await deps.db
    .selectFrom('recordings')
    .select('providerRecordingId')
    .where('id', '=', recordingId)
    .executeTakeFirstOrThrow()
  const answer = await deps.recordings.fetchSound(providerRecordingId)
  switch (answer.kind) {
    case 'found':
      return keep(deps, recordingId, providerRecordingId, answer.found)
    case 'absent':
      if (tries > MAX_PAUSES) return giveUp(deps, recordingId, 'The provider does not know it')
      return tryLater(deps, recordingId, tries, 'The provider does not know it')
    case 'unavailable':
      return tryLater(deps, recordingId, tries, answer.reason)
    case 'unusable':
      return giveUp(deps, recordingId, answer.reason)
  }
}

async function keep(
  deps: RecordingsDeps,
  recordingId: number,
  providerRecordingId: string,
  { bytes, contentType }: Sound,
): Promise<void> {
  const place = await placeSound(deps, recordingId, bytes)
  await deps.db.transaction().execute(async (trx) => {
    const isKept = await keepSound(deps, trx, recordingId, { place, contentType })
    if (isKept) await enqueueDeletion(deps, trx, providerRecordingId)
  })
}

async function tryLater(deps: RecordingsDeps, recordingId: number, tries: number, reason: string): Promise<void> {
  deps.log.warn({ recordingId, tries, reason }, 'Recording not fetched; retrying')
  await retryRow(deps, FETCHES, { id: recordingId, tries }, (trx, startAfter) =>
    deps.jobs.send(trx, fetchRecordingJob, { recordingId }, { startAfter }),
  )
}

/** The row stays until it expires, and its deletion deletes the provider's copy. */
async function giveUp({ db, log }: RecordingsDeps, recordingId: number, reason: string): Promise<void> {
  log.error({ recordingId, reason }, 'Recording not fetched; given up')
  await db.updateTable('recordings').set({ fetchAt: null }).where('id', '=', recordingId).execute()
}
