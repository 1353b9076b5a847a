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
    sql`select provider_call_id, phone_number from attempts join calls on calls.id = attempts.call_id
      where call_id = any(${ids}::bigint[])
        and state = 'placed' and answered_at is null and calls.status not in ('scheduled', 'in_progress')`,
  )
}
