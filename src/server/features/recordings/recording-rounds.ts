import type { JobHandler } from '#server/platform/jobs.ts'
import { type Rounds, walkRounds } from '#server/platform/rounds.ts'
import { deleteRecordingHandler } from './delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { fetchRecordingHandler } from './fetch-recording.ts'
import { deleteRecordingJob, fetchRecordingJob } from './jobs.ts'
import { lookAfterRecordings } from './look-after-recordings.ts'

export const RECORDING_JOBS = [fetchRecordingJob, deleteRecordingJob]

export function recordingHandlers(deps: RecordingsDeps): JobHandler[] {
  return [fetchRecordingHandler(deps), deleteRecordingHandler(deps)]
}

const EVERY_MS = 60_000

/** Looks after recordings at the start and every minute from then on; one round at a time. Any number of workers may. */
export function startRecordingRounds(deps: RecordingsDeps): Rounds {
  return walkRounds({ ...deps, everyMs: EVERY_MS, trouble: 'Recordings were not looked after' }, (isStopped) =>
    lookAfterRecordings(deps, isStopped),
  )
}
