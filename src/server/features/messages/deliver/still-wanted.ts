/**
 * Called right before a message is sent: whether it is still true. An incident may have got an owner while the message
 * could not be handed over; an alarm that arrives after its all-clear would only frighten.
 */
export type IsStillWanted = (messageId: number) => Promise<boolean>

/** The reason noted for a message that was dropped because it was not wanted any more. */
export const NOT_NEEDED = 'Not needed any more'
