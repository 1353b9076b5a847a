/** How long a talk may be. */
export const TALK_MINUTES = 4
