import { sql } from 'kysely'
import { cancelAtOnce } from '#server/features/dialling/public.ts'
import type { CareDeps } from '../deps.ts'

/** Ends phones that ring, or are about to, for calls that are over; the provider is asked until it has. After the commit; nobody is cut off. */
export async function stopRinging(
  deps: Pick<CareDeps, 'db' | 'clock' | 'telephony' | 'log'>,
  callIds: number | readonly number[],
): Promise<void> {
  const ids = typeof callIds === 'number' ? [callIds] : callIds
  await cancelAtOnce(
    deps,
    // The limits keep PostgreSQL to these calls: it believes that few have ended, and would read all that have.
    sql`select provider_call_id, phone_number
      from (select id from unnest(${ids}::bigint[]) as given (id) limit ${ids.length}) as given
        cross join lateral (select status from calls where calls.id = given.id limit 1) as calls
        join attempts on attempts.call_id = given.id
      where state = 'placed' and answered_at is null and calls.status not in ('scheduled', 'in_progress')`,
  )
}
