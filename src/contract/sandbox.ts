import { z } from 'zod'
import { instant } from './wire.ts'

/** What the sandbox keeps instead of sending: newest first. */
export const outboxEntrySchema = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  at: instant,
  /** Whether it arrived: null while nobody has said so. Of mails it is only known when they were refused. */
  delivery: z.enum(['delivered', 'failed']).nullable(),
  /** Why it did not arrive, or has not been taken yet. */
  reason: z.string().nullable(),
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>
