/** Asked right before a message is sent: an alarm that arrives after its all-clear would only frighten. */
export type IsStillWanted = (messageId: number) => Promise<boolean>

/** The reason noted for a message that was dropped because it was not wanted any more. */
export const NOT_NEEDED = 'Not needed any more'
