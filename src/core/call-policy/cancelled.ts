/** Why a call ended that its account holder cancelled while it was under way. */
export const CANCELLED_BETWEEN_TRIES = 'Cancelled while waiting for another try.'
export const CANCELLED_BEFORE_DIAL = 'Cancelled before it was placed.'
/** The provider was being asked: perhaps the phone rang. */
export const CANCELLED_WHILE_PLACED = 'Cancelled while it was being placed.'
export const CANCELLED_WHILE_RINGING = 'Cancelled while it rang.'
export const CANCELLED_DURING_TRY = 'Cancelled, so there was no further try.'

const REASONS: readonly (string | null)[] = [
  CANCELLED_BETWEEN_TRIES,
  CANCELLED_BEFORE_DIAL,
  CANCELLED_WHILE_PLACED,
  CANCELLED_WHILE_RINGING,
  CANCELLED_DURING_TRY,
]

/** Whether a call ended because it was cancelled: nobody failed to answer. */
export function isCancelledReason(reason: string | null): boolean {
  return REASONS.includes(reason)
}
