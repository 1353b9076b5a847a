import { sql } from 'kysely'
import { cancelAtOnce } from '#server/features/dialling/public.ts'
import { limitToLength } from '#server/platform/database/statements/limit-to-length.ts'
import type { CareDeps } from '../deps.ts'

/** Ends phones that ring, or are about to, for calls that are over; the provider is asked until it has. After the commit; nobody is cut off. */
export async function stopRinging(
  deps: Pick<CareDeps, 'db' | 'clock' | 'telephony' | 'log'>,
  callIds: number | readonly number[],
): Promise<void> {
  const ids = typeof callIds === 'number' ? [callIds] : callIds
  await cancelAtOnce(
    deps,
    // PostgreSQL believes that few calls have ended: without `limit 1` it would read all that have.
    sql`select provider_call_id, phone_number
      from (select id from unnest(${ids}::bigint[]) as given (id) ${limitToLength(ids)}) as given
        cross join lateral (select status from calls where calls.id = given.id limit 1) as calls
        join attempts on attempts.call_id = given.id
      where state = 'placed' and answered_at is null and calls.status not in ('scheduled', 'in_progress')`,
  )
}
