import { sql } from 'kysely'

/**
 * For a call with its loved one: the number that its next dial rings. The first try rings the loved one's own number,
 * later tries the second one if there is one; an uncounted try is repeated on the same number, and so is one that was
 * answered "not yet". A text goes to the first.
 */
export const NUMBER_TO_DIAL = sql<string>`(case
  when calls.tries_made <= calls.uncounted_tries + calls.not_yet_count or calls.asks_by = 'text'
  then loved_ones.phone_number else coalesce(loved_ones.second_phone_number, loved_ones.phone_number) end)`
