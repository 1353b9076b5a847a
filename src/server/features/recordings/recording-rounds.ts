import type { JobHandler } from '#server/platform/jobs.ts'
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
export function startRecordingRounds(deps: RecordingsDeps): { stop(): Promise<void> } {
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  const walk = (): void => {
    round = round
      .then(() => lookAfterRecordings(deps, () => stopped))
      .catch((error) => deps.log.error({ err: error }, 'Recordings were not looked after'))
  }
  walk()
  const timer = setInterval(walk, EVERY_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}
