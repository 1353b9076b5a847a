/**
 * Whom a number asks, by name: `voice`, `status`, `sms`, and `voiceFallback` and `smsFallback` where it has them. What the
 * provider uses in place of them is named by its SID: `voiceApplication`, `smsApplication`, `trunk`.
 */
export type NumberAddresses = Readonly<Record<string, string>>

/** The result of pointing our number at this server. */
export type PointOutcome =
  /** `previous`: whom it asked before. */
  | { kind: 'pointed'; addresses: NumberAddresses; previous: NumberAddresses }
  /** The provider's account has no such number: nobody who rings or writes reaches us. */
  | { kind: 'not_ours'; number?: string }
  | { kind: 'unavailable'; reason: string }

/** What the provider says of our number. */
export type NumberReading =
  | { kind: 'found'; addresses: NumberAddresses; canCall: boolean; canText: boolean; isTrial: boolean }
  | { kind: 'not_ours' }
  | { kind: 'unavailable'; reason: string }

/** A number of Cooee's at the provider, or all of them: those that loved ones see, ring back and write to. */
export interface OwnNumber {
  /** Lets everybody who rings it or writes to it reach the server at `publicUrl`. Repeating it does no harm. Never throws. */
  pointAt(publicUrl: string): Promise<PointOutcome>
  /** Changes nothing. Never throws. */
  read(): Promise<NumberReading>
}
