import type { JobHandler } from '#server/platform/work/jobs.ts'
import { deleteRecordingHandler } from './deletions/delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { deleteRecordingJob, fetchRecordingJob } from './jobs.ts'
import { fetchRecordingHandler } from './sounds/fetch-recording.ts'

export const RECORDING_JOBS = [fetchRecordingJob, deleteRecordingJob]

export function recordingHandlers(deps: RecordingsDeps): JobHandler[] {
  return [fetchRecordingHandler(deps), deleteRecordingHandler(deps)]
}
