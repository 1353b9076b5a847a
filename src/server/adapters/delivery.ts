/** The result of handing a mail or a text to its server or provider. */
export type DeliveryResult =
  | { kind: 'accepted'; providerId: string | null }
  /** There is nobody to hand it to: the stored message is all there is, and the sandbox shows it. */
  | { kind: 'kept' }
  /** Asking again does not help: no such address, no such number. */
  | { kind: 'rejected'; reason: string }
  /** Nobody took it; worth trying again. */
  | { kind: 'unreachable'; reason: string; retryAfterSeconds?: number }
