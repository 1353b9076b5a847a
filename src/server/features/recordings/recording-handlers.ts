import type { JobHandler } from '#server/platform/work/jobs.ts'
import { deleteRecordingHandler } from './deletions/delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { deleteRecordingJob, fetchRecordingJob } from './jobs.ts'
import { fetchRecordingHandler } from './sounds/fetch-recording.ts'

/** The queues of recordings, for the job engine. */
export const RECORDING_JOBS = [fetchRecordingJob, deleteRecordingJob]

/** What a worker does with the jobs of those queues. */
export function recordingHandlers(deps: RecordingsDeps): JobHandler[] {
  return [fetchRecordingHandler(deps), deleteRecordingHandler(deps)]
}
