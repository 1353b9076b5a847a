import { recordingExpiry } from '#core/calls/recording-retention.ts'
import type { ProviderRecordingEvents } from '#server/adapters/telephony/telephony.ts'
import { lockRecordedDial } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { enqueueDeletion } from './deletions/delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { fetchRecordingJob } from './jobs.ts'

/** Applies the provider events about recordings. */
export function recordingProviderEvents(deps: RecordingsDeps): ProviderRecordingEvents {
  return { recorded: (attemptId, recording) => noteRecording(deps, attemptId, recording) }
}

interface ReadyRecording {
  providerRecordingId: string
  durationSeconds: number
}

/** Notes once that the provider has an attempt's sound, with the job that fetches it. What was never to be recorded is deleted there. */
export async function noteRecording(deps: RecordingsDeps, attemptId: number, ready: ReadyRecording): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // First of all: a transaction that removes the attempt waits for this, or this finds it gone.
    const attempt = await lockRecordedDial(trx, attemptId)
    if (attempt?.isRecorded) return keepForFetching(deps, trx, attemptId, { ...ready, startedAt: attempt.startedAt })
    deps.log.warn({ attemptId }, 'Recording not wanted; deleting it at the provider')
    await enqueueDeletion(deps, trx, ready.providerRecordingId)
  })
}

async function keepForFetching(
  deps: RecordingsDeps,
  trx: Trx,
  attemptId: number,
  { providerRecordingId, durationSeconds, startedAt }: ReadyRecording & { startedAt: Date },
): Promise<void> {
  const now = deps.clock.now()
  const recording = await trx
    .insertInto('recordings')
    .values({
      attemptId,
      providerRecordingId,
      durationSeconds,
      reportedAt: now,
      expiresAt: recordingExpiry(startedAt),
      fetchAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recording) await deps.jobs.send(trx, fetchRecordingJob, { recordingId: recording.id })
}
