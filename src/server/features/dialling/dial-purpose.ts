import type { AnsweredBy, EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { DialPurpose as PurposeName } from '#server/platform/database/schema.ts'

/** A dial about whose end, or about whose ring, nothing was reported for too long. */
export interface UnknownDial {
  id: number
  purpose: PurposeName
  /** Set of a care call. */
  callId: number | null
  /** Set of an alert by phone. */
  alertId: number | null
  phoneNumber: string
  providerCallId: string | null
  startedAt: Date
  /** Until when it may be dialled; null where that is not limited. */
  dialBy: Date | null
  tries: number
  /** How often reconciling it has failed in a row. */
  failures: number
}

/** How the provider says that a dial ended. */
export interface EndedDial {
  providerCallId: string
  endedStatus: EndedStatus
  answeredBy: AnsweredBy | null
  durationSeconds: number | null
}

/** What a kind of call does with what became of its dials. Each may be called twice, and in any order. */
export interface DialPurpose {
  /** The provider says how it ended. */
  ended(dial: UnknownDial, end: EndedDial): Promise<void>
  /** The provider certainly did not place it. */
  notPlaced(dial: UnknownDial): Promise<void>
  /** Until when the provider is asked about it. */
  giveUpAt(dial: UnknownDial): Date
  /** Nothing was found out by then. `hasRung`: false where, as far as is known, it has not. Leaves an end that a person is told of. */
  giveUp(dial: UnknownDial, found: { hasRung: boolean }): Promise<void>
  /** Its end cannot be written: what a person must know is told all the same. */
  notifyUnwritten(dial: UnknownDial): Promise<void>
  /** The provider cannot even be asked. */
  whileUnavailable?(dial: UnknownDial, now: Date): Promise<void>
  /** A call of the provider's was found to be this dial. */
  adopted?(dial: UnknownDial): Promise<void>
  /** An instant by which it must have been asked about once more; null where there is none. */
  lastAskedAt?(dial: UnknownDial): Date | null
}

export type DialPurposes = Readonly<Record<PurposeName, DialPurpose>>
