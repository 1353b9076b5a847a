import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Wakes a worker for one stored message. The message's own row says whether it still has to be sent. */
export const deliverMessageJob = defineJob('deliver-message', z.object({ messageId: z.number().int() }))
