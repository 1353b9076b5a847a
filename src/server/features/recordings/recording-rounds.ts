import type { JobHandler } from '#server/platform/jobs.ts'
import { type Rounds, repeatRound } from '#server/platform/repeat-round.ts'
import { deleteRecordingHandler } from './delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { fetchRecordingHandler } from './fetch-recording.ts'
import { deleteRecordingJob, fetchRecordingJob } from './jobs.ts'
import { lookAfterRecordings } from './look-after-recordings.ts'

export const RECORDING_JOBS = [fetchRecordingJob, deleteRecordingJob]

export function recordingHandlers(deps: RecordingsDeps): JobHandler[] {
  return [fetchRecordingHandler(deps), deleteRecordingHandler(deps)]
}

/** Looks after recordings at the start and every minute from then on. Any number of workers may. */
export function startRecordingRounds(deps: RecordingsDeps): Rounds {
  return repeatRound({
    clock: deps.clock,
    log: deps.log,
    failed: 'Recordings were not looked after',
    round: (isStopped) => lookAfterRecordings(deps, isStopped),
  })
}
