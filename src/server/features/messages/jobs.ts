import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import type { MessagesTable } from '#server/platform/schema.ts'

const payload = z.object({ messageId: z.number().int() })

/**
 * Wake a worker for one stored message. The message's own row says whether it still has to be sent. One queue per
 * channel: a mail server that hangs does not hold up texts.
 */
export const DELIVERY_JOBS = { email: defineJob('deliver-mail', payload), sms: defineJob('deliver-text', payload) }

export const CHANNELS = ['email', 'sms'] as const satisfies readonly MessagesTable['channel'][]
