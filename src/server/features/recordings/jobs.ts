import { z } from 'zod'
import { defineJob } from '#server/platform/work/jobs.ts'

/**
 * Wake a worker. The row says whether there is still something to do; when a try fails it says when the next is due.
 */
export const fetchRecordingJob = defineJob('fetch-recording', z.object({ recordingId: z.number().int() }))
export const deleteRecordingJob = defineJob('delete-recording', z.object({ deletionId: z.number().int() }))
