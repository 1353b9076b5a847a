/** Why a call ended that its account holder cancelled while it was under way. */
export const CANCELLED_BETWEEN_TRIES = 'Cancelled while waiting for another try.'
/** Of a question by text. */
export const CANCELLED_AWAITING_REPLY = 'Cancelled while waiting for a reply.'
export const CANCELLED_BEFORE_DIAL = 'Cancelled before we rang.'
/** The provider was being asked: perhaps the phone rang. */
export const CANCELLED_WHILE_PLACED = 'Cancelled while we were making the call.'
export const CANCELLED_WHILE_RINGING = 'Cancelled while it rang.'
export const CANCELLED_DURING_TRY = "Cancelled, so we didn't try again."
