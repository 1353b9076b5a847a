/** What became of a mail or a text that was handed to somebody else. */
export type DeliveryResult =
  | { kind: 'accepted'; providerId: string | null }
  /** There is nobody to hand it to: the stored message is all there is, and the sandbox shows it. */
  | { kind: 'kept' }
  /** Asking again does not help: no such address, no such number. */
  | { kind: 'refused'; reason: string }
  /** Nobody took it; worth trying again. */
  | { kind: 'unreachable'; reason: string }
