/** How long is waited in an escalation. All in milliseconds. */
export interface EscalationTiming {
  /** After a text message, for an answer, before the same person is rung. */
  afterTextMs: number
  /** As `afterTextMs`, when somebody has asked for help. */
  afterTextHelpMs: number
  /** After a help request: the pause between the text to a member and the ring. */
  ringMemberHelpMs: number
  /** The longest wait for an alert by phone to end when no event arrives. */
  callTimeoutMs: number
  /** When somebody has asked for help, from one person to the next, and from one round to the next. */
  nextPersonHelpMs: number
  /** How long after a help request rounds follow each other without a pause. */
  expediteMs: number
  /** How long to wait for a phone that already rings for us; then a text message replaces the ring. */
  busyTimeoutMs: number
  /** The pauses between rounds, the last one again and again. */
  pausesMs: readonly number[]
  /** After this long there is only one round each morning. */
  roundsForMs: number
  /** How long somebody may own an incident without a report. */
  ownershipMs: number
  /** Beyond the time somebody said they need to get there. */
  afterArrivalMs: number
  /** How long a link in an alert is good for. */
  linkMs: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** What suits people; tests shorten it. */
export const ESCALATION_TIMING: Readonly<EscalationTiming> = {
  afterTextMs: 2 * MINUTE,
  afterTextHelpMs: MINUTE,
  ringMemberHelpMs: 30 * SECOND,
  callTimeoutMs: 4 * MINUTE,
  nextPersonHelpMs: 2 * MINUTE,
  expediteMs: 30 * MINUTE,
  busyTimeoutMs: 20 * SECOND,
  pausesMs: [10 * MINUTE, 30 * MINUTE, HOUR],
  roundsForMs: 12 * HOUR,
  ownershipMs: 30 * MINUTE,
  afterArrivalMs: 15 * MINUTE,
  linkMs: 7 * 24 * HOUR,
}

/** When people are notified of an incident that is open for long, each day, on the loved one's clock. */
export const MORNING = '09:00'
