import { sql } from 'kysely'

/**
 * The very hot day that a call was accepted for, `YYYY-MM-DD` on the loved one's calendar; null for every other call, and once it was
 * given to somebody else. Of `calls`.
 */
export const HOT_DAY_OF_CALL = sql<string | null>`(
  select offer.day::text from hot_day_offers offer
  where offer.call_id = calls.id and offer.loved_one_id = calls.loved_one_id)`
