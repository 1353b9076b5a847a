import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import { defineJob, type Jobs } from '#server/platform/work/jobs.ts'

const payload = z.object({ messageId: z.number().int() })

/**
 * Wake a worker for one stored message. The message's own row says whether it still has to be sent. One queue per
 * channel: a mail server that hangs does not hold up texts. And one more for what is about a request for help: however many
 * others are being sent, and however slowly, there is always a worker for it.
 */
export const DELIVERY_JOBS = {
  email: defineJob('deliver-mail', payload),
  sms: defineJob('deliver-text', payload),
  helpEmail: defineJob('deliver-help-mail', payload),
  helpSms: defineJob('deliver-help-text', payload),
}

export const CHANNELS = ['email', 'sms'] as const satisfies readonly MessagesTable['channel'][]

/** Enqueues the delivery of a message, in the caller's transaction; at once, unless `startAfter` is given. */
export async function sendDelivery(
  jobs: Jobs,
  db: Db,
  message: { id: number; channel: MessagesTable['channel']; isUrgent: boolean; isHelp: boolean },
  startAfter?: Date,
): Promise<void> {
  const { id: messageId, channel, isUrgent, isHelp } = message
  const help = channel === 'sms' ? DELIVERY_JOBS.helpSms : DELIVERY_JOBS.helpEmail
  const options = { priority: isUrgent ? 1 : 0, ...(startAfter && { startAfter }) }
  await jobs.send(db, isHelp ? help : DELIVERY_JOBS[channel], { messageId }, options)
}
