import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import { enqueueDeletion } from '../deletions/delete-at-provider.ts'
import type { RecordingsDeps } from '../deps.ts'
import { fetchRecordingJob } from '../jobs.ts'
import { CLOCK_MARGIN_MS, MAX_PAUSES, pauseAfter } from '../pauses.ts'
import { keepSound, placeSound } from './keep-sound.ts'

/** Longer than the provider's and the store's adapters wait together; a try that is older belongs to a worker that died. */
const LEASE_MS = 3 * 60_000

/** A few at a time: each holds a whole recording in memory. */
export function fetchRecordingHandler(deps: RecordingsDeps): JobHandler {
  return eachJob(fetchRecordingJob, ({ recordingId }) => fetchRecording(deps, recordingId), { batchSize: 3 })
}

/** Fetches the sound of a recording, then keeps it and has it deleted at the provider in one transaction. Tried again after growing pauses. */
export async function fetchRecording(deps: RecordingsDeps, recordingId: number): Promise<void> {
  const due = await claim(deps, recordingId)
  if (!due) return
  const answer = await deps.recordings.fetchSound(due.providerRecordingId)
  switch (answer.kind) {
    case 'found':
      return keep(deps, recordingId, due.providerRecordingId, answer.found)
    case 'absent':
      return tryLater(deps, recordingId, due.fetchTries, 'The provider does not know it')
    case 'unavailable':
      return tryLater(deps, recordingId, due.fetchTries, answer.reason)
    case 'unusable':
      return giveUp(deps, recordingId, answer.reason)
  }
}

function claim({ db, clock }: RecordingsDeps, recordingId: number) {
  const now = clock.now()
  return db
    .updateTable('recordings')
    .set((eb) => ({ fetchAt: new Date(now.getTime() + LEASE_MS), fetchTries: eb('fetchTries', '+', 1) }))
    .where('id', '=', recordingId)
    .where('fetchAt', '<=', new Date(now.getTime() + CLOCK_MARGIN_MS))
    .returning(['providerRecordingId', 'fetchTries'])
    .executeTakeFirst()
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
  if (tries > MAX_PAUSES) return giveUp(deps, recordingId, reason)
  deps.log.warn({ recordingId, tries, reason }, 'Recording not fetched; retrying')
  const fetchAt = new Date(deps.clock.now().getTime() + pauseAfter(tries))
  await deps.db.transaction().execute(async (trx) => {
    const open = await trx
      .updateTable('recordings')
      .set({ fetchAt })
      .where('id', '=', recordingId)
      .where('fetchAt', 'is not', null)
      .executeTakeFirst()
    if (open.numUpdatedRows === 0n) return
    await deps.jobs.send(trx, fetchRecordingJob, { recordingId }, { startAfter: fetchAt })
  })
}

/** The row stays until it expires, and its deletion deletes the provider's copy. */
async function giveUp({ db, log }: RecordingsDeps, recordingId: number, reason: string): Promise<void> {
  log.error({ recordingId, reason }, 'Recording not fetched; given up')
  await db.updateTable('recordings').set({ fetchAt: null }).where('id', '=', recordingId).execute()
}
