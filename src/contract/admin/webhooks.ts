import { z } from 'zod'
import { cleanText, hasNoControls, id, instant, optionalText, pageQuery } from '#contract/wire.ts'

/** The events that a webhook can receive, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'call.completed',
  'call.failed',
  'call.scheduled',
  'sms.received',
  'sms.sent',
  'subscription.created',
  'subscription.updated',
  'invoice.paid',
  'call.missed',
  'call.escalated',
  'call.acknowledged',
  'consent.changed',
  'contact.changed',
  'away.started',
  'away.ended',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const INVALID_URL = 'Please enter a valid URL'
/** Only what can be posted to; who may be posted to is checked by the server. */
const url = z
  .string(INVALID_URL)
  .trim()
  .max(2048, INVALID_URL)
  .refine(hasNoControls, INVALID_URL)
  .pipe(z.url({ protocol: /^https?$/, error: INVALID_URL }))
/** What receivers can decode: padded base64. */
const WHSEC = /^whsec_(?!$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Symmetric". */
const LEAST_KEY_BYTES = 24
const isLongEnough = (text: string): boolean => atob(text.slice('whsec_'.length)).length >= LEAST_KEY_BYTES
/** Undefined when left out, null when only spaces. */
const secret = z
  .string('Must be a text')
  .max(256, 'Must be at most 256 characters')
  .refine(hasNoControls, 'Must not hold control characters')
  .refine((text) => !text.startsWith('whsec_') || WHSEC.test(text), 'After whsec_ a secret must be base64')
  .refine(
    (text) => !WHSEC.test(text) || isLongEnough(text),
    'After whsec_ a secret must be at least 24 bytes in base64, which are 32 characters',
  )
  .nullish()
  .transform((text) => (text?.trim() === '' ? null : text))

/**
 * Creates, or with `id` changes. A secret that is left out stays as it is; an empty one, or one of spaces only, is taken away. A new one is active
 * where nothing is said about that, and one that is changed stays as it was.
 */
export const saveWebhookBody = z.object({
  id: id.optional(),
  name: cleanText({ max: 100, required: 'Name must be at least 2 characters' }).pipe(
    z.string().min(2, 'Name must be at least 2 characters'),
  ),
  url,
  description: optionalText({ max: 500 }),
  events: z
    .array(z.enum(WEBHOOK_EVENTS, 'Please select a known event'), 'Please select at least one event')
    .min(1, 'Please select at least one event')
    .max(50, 'Please select a known event')
    .transform((list): WebhookEvent[] => WEBHOOK_EVENTS.filter((known) => list.includes(known))),
  secret,
  active: z.boolean('Must be true or false').optional(),
})
export type SaveWebhookBody = z.infer<typeof saveWebhookBody>

export const webhookSchema = z.object({
  id,
  name: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  active: z.boolean(),
  hasSecret: z.boolean(),
  /** Since when nothing could be delivered; null while all is well. */
  failingSince: instant.nullable(),
  /** Why Cooee switched it off by itself, as a sentence. */
  switchedOff: z.string().nullable(),
  createdAt: instant,
})
export type Webhook = z.infer<typeof webhookSchema>

export const testWebhookBody = z.object({
  url,
  payload: z
    .string('Payload is required')
    .min(2, 'Payload is required')
    .max(20_000, 'Must be at most 20,000 characters'),
  secret,
  /** Opened from a row: its stored secret signs unless another one is given. */
  webhookId: id.optional(),
})
export type TestWebhookBody = z.infer<typeof testWebhookBody>
export const testWebhookAnswer = z.object({ status: z.number().int(), durationMs: z.number().int() })

export const deliverySchema = z.object({
  id,
  event: z.string(),
  messageId: z.string(),
  state: z.enum(['queued', 'delivered', 'given_up']),
  createdAt: instant,
  /** When it is tried next; null when it is not. */
  nextTryAt: instant.nullable(),
  /** Why it was given up, as a sentence. */
  reason: z.string().nullish(),
  /** What was sent. */
  body: z.string(),
  /** Newest first. */
  tries: z.array(
    z.object({
      at: instant,
      byHand: z.boolean(),
      status: z.number().int().nullable(),
      error: z.string().nullable(),
      durationMs: z.number().int(),
    }),
  ),
})
export type Delivery = z.infer<typeof deliverySchema>

export const deliveriesQuery = pageQuery
