/** How long to wait before a message whose sending was interrupted is taken over. A push is waited for like a text. All in milliseconds. */
export interface DeliveryTimeouts {
  /** Longer than any adapter waits; a claim that is older belongs to a worker that died. */
  claimMs: Record<'email' | 'sms', number>
  /** This long after it was due a message's job is lost, or its worker is. */
  withoutJobAfterMs: Record<'email' | 'sms', number>
}

/** What suits real providers: a text message may be about a person who needs help. Tests shorten it. */
export const DELIVERY_TIMEOUTS: Readonly<DeliveryTimeouts> = {
  claimMs: { email: 120_000, sms: 40_000 },
  withoutJobAfterMs: { email: 120_000, sms: 40_000 },
}
