/** A browser at its push service, as it gave itself. */
export interface PushSubscriptionKeys {
  endpoint: string
  /** Its public key and its secret, in base64url. */
  p256dh: string
  auth: string
}

export interface OutgoingPush {
  to: PushSubscriptionKeys
  /** JSON, under 3 KB. */
  payload: string
  /** How long the service keeps it for a device that is away. */
  ttlSeconds: number
  urgency: 'high' | 'normal'
  /** A later push with the same topic takes the place of one that waits; at most 32 letters, digits, - and _. */
  topic: string
}

export type PushOutcome =
  | { kind: 'accepted' }
  /** The browser is not subscribed any more (404, 410), or its address is one that Cooee does not send to. */
  | { kind: 'gone'; reason: string }
  /** Asking again does not help: too large, or not signed as the service wants it. */
  | { kind: 'rejected'; reason: string }
  /** Nobody took it; worth trying again, after `retryAfterSeconds` where the service said so. */
  | { kind: 'unreachable'; reason: string; retryAfterSeconds?: number }

/** Sends to the push services of browser makers (RFC 8030). */
export interface PushSender {
  /** The key that browsers subscribe with, in base64url. */
  publicKey: string
  /** Why Cooee does not send to this address, as a sentence; null where it does. */
  refusalOf(endpoint: string): Promise<string | null>
  /** Answers within 15 seconds; never throws. */
  send(push: OutgoingPush): Promise<PushOutcome>
}
