import type { AnsweredBy, EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { DialPurpose } from '#server/platform/database/schema.ts'

/** A dial whose end is not stored: the provider has placed it, or it is unknown whether it has. */
export interface OpenDial {
  id: number
  purpose: DialPurpose
  /** Set for a care call. */
  callId: number | null
  /** Set for a try by text: its message in the outbox. */
  messageId: number | null
  /** Set for an alert by phone. */
  alertId: number | null
  phoneNumber: string
  providerCallId: string | null
  startedAt: Date
  /** Set where it was under way or due at a fail-over. */
  outcomeUnknownSince: Date | null
  /** Until when it may be dialled; null without a limit. */
  dialBy: Date | null
  reconcileCount: number
  /** How often reconciling it has failed in a row. */
  failures: number
}

/** How a dial ended, as the provider reports it. */
export interface EndedDial {
  providerCallId: string
  endedStatus: EndedStatus
  answeredBy: AnsweredBy | null
  durationSeconds: number | null
}

/** What a kind of call does with the results of its dials. Each may be called twice, and in any order. */
export interface DialHandler {
  /** The provider reports how it ended. */
  ended(dial: OpenDial, end: EndedDial): Promise<void>
  /** The provider certainly did not place it. */
  notPlaced(dial: OpenDial): Promise<void>
  /** Until when the provider is asked about it. */
  giveUpAt(dial: OpenDial): Date
  /**
   * Nothing was found out in time. `hasRung`: false if, as far as is known, it has not. Leaves an end of which a person
   * is notified.
   */
  giveUp(dial: OpenDial, found: { hasRung: boolean }): Promise<void>
  /** Its end cannot be stored: people must still be notified. */
  notifyEndNotStored(dial: OpenDial): Promise<void>
  /** It is a text: what became of its message is in the outbox. */
  reconcileText?(dial: OpenDial): Promise<void>
  /** It is a text without a message: no call of the provider can be it. */
  isTextWithoutMessage?(dial: OpenDial): Promise<boolean>
  /** The provider cannot even be asked. */
  whileUnavailable?(dial: OpenDial, now: Date): Promise<void>
  /** A provider call was found to be this dial. */
  matched?(dial: OpenDial): Promise<void>
  /** The deadline for the next reconciliation; null without a deadline. */
  lastAskedAt?(dial: OpenDial): Date | null
}

export type DialHandlers = Readonly<Record<DialPurpose, DialHandler>>
