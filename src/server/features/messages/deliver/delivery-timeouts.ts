import type { MessagesTable } from '#server/platform/database/schema.ts'

/** How long to wait before a message whose sending was interrupted is taken over. All in milliseconds. */
export interface DeliveryTimeouts {
  /** Longer than any adapter waits; a claim that is older belongs to a worker that died. */
  claimMs: Record<MessagesTable['channel'], number>
  /** This long after it was due a message's job is lost, or its worker is. */
  withoutJobAfterMs: Record<MessagesTable['channel'], number>
}

/** What suits real providers: a text message may be about a person who needs help. Tests shorten it. */
export const DELIVERY_TIMEOUTS: Readonly<DeliveryTimeouts> = {
  claimMs: { email: 120_000, sms: 40_000 },
  withoutJobAfterMs: { email: 120_000, sms: 40_000 },
}
