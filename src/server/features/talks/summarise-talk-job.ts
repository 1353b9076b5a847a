import { z } from 'zod'
import { defineJob } from '#server/platform/work/jobs.ts'

/** Wakes a worker to write the summary of a talk that has ended; the talk says whether it has one. */
export const summariseTalkJob = defineJob('summarise-talk', z.object({ talkId: z.number().int() }), {
  retryDelaySeconds: 10,
  retryLimit: 6,
})
