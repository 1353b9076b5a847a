import { sql } from 'kysely'
import type { CareDeps } from './deps.ts'

/**
 * Ends the phones that still ring for calls that are over: they were acknowledged by another way meanwhile. Somebody who
 * has picked up is not cut off. Call it after the transaction that ended the call.
 */
export async function stopRinging(
  deps: Pick<CareDeps, 'db' | 'telephony' | 'log'>,
  callIds: number | readonly number[],
): Promise<void> {
  const { rows: ringing } = await sql<{ id: number; providerCallId: string | null }>`
    select attempts.id, provider_call_id
    from attempts join calls on calls.id = attempts.call_id
    where call_id = any(${typeof callIds === 'number' ? [callIds] : callIds}::bigint[])
      and state = 'placed' and answered_at is null and calls.status not in ('scheduled', 'in_progress')`.execute(
    deps.db,
  )
  await Promise.all(
    ringing.map(async ({ id, providerCallId }) => {
      if (providerCallId === null || (await deps.telephony.stopRinging(providerCallId))) return
      deps.log.warn({ attemptId: id }, 'A phone that rings for a call that is over could not be stopped')
    }),
  )
}
