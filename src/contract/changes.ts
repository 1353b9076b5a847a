import { z } from 'zod'

/** What of an account changed. `calls`: a call under way. `activity`: an entry in the log, so anything that a screen shows may be another. */
export const CHANGE_TOPICS = ['calls', 'activity'] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]

/** The data of a `changed` event of GET /api/changes. It says what to load again, never the data itself. */
export const changedEvent = z.object({ topics: z.array(z.enum(CHANGE_TOPICS)) })
