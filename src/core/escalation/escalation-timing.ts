/** How long is waited in an escalation. All in milliseconds. */
export interface EscalationTiming {
  /** After a text message, for an answer, before the same person is rung. */
  afterTextMs: number
  /** The same when somebody has asked for help. */
  afterTextHelpMs: number
  /** At most for an alert by phone to end, should nothing be heard of it. */
  callPatienceMs: number
  /** After everybody was told, before the list is begun again. */
  betweenRoundsMs: number
  /** How long somebody may own an incident without a report. */
  ownershipMs: number
  /** Beyond the time somebody said they need to get there. */
  afterArrivalMs: number
  /** How long a link in an alert is good for. */
  linkMs: number
}

const MINUTE = 60_000

/** What suits people; tests shorten it. */
export const ESCALATION_TIMING: Readonly<EscalationTiming> = {
  afterTextMs: 2 * MINUTE,
  afterTextHelpMs: MINUTE,
  callPatienceMs: 4 * MINUTE,
  betweenRoundsMs: 10 * MINUTE,
  ownershipMs: 30 * MINUTE,
  afterArrivalMs: 15 * MINUTE,
  linkMs: 7 * 24 * 60 * MINUTE,
}
