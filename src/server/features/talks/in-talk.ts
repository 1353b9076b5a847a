import { sql } from 'kysely'

/** Whether a turn is one of a talk, by the name of its step; the question that follows a talk does not belong to it. For a query over `turns`. */
export const IN_TALK = sql<boolean>`turns.step ~ '^(answer|reply) talk [0-9]+ '`
