import { z } from 'zod'
import { instant } from './wire.ts'

/** What the sandbox keeps instead of sending: newest first. */
export const outboxEntrySchema = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  at: instant,
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>
