/** Why a call ended that its account holder cancelled while it was under way. */
export const CANCELLED_BETWEEN_TRIES = 'Cancelled while waiting for another try.'
export const CANCELLED_BEFORE_DIAL = 'Cancelled before it was placed.'
export const CANCELLED_DURING_TRY = 'Cancelled, so there was no further try.'
