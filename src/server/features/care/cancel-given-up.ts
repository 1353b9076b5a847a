import { sql } from 'kysely'
import type { CareDeps } from './deps.ts'

const AT_ONCE = 20
/** The waits between requests grow with the time since it was given up, between these two. */
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 5 * 60_000
/** A provider keeps no call queued for longer. */
const MAY_RING_FOR_MS = 24 * 3_600_000

/**
 * Cancels at the provider what was given up while it may still ring: a call that comes hours late would only confuse.
 * Asked again, with growing waits, until the provider has cancelled it or says that it is over. Somebody who has picked up
 * is not cut off. Returns how many it looked into.
 */
export async function cancelGivenUp(deps: CareDeps): Promise<number> {
  const now = deps.clock.now()
  const { rows } = await sql<{ id: number; providerCallId: string; endedAt: Date }>`
    update attempts set cancel_at = ${now}::timestamptz + least(greatest(${now} - ended_at,
        ${SHORTEST_WAIT_MS}::int * interval '1 millisecond'), ${LONGEST_WAIT_MS}::int * interval '1 millisecond')
    where provider_call_id is not null and id in (
      select id from attempts where cancel_at <= ${now} order by cancel_at limit ${AT_ONCE} for update skip locked)
    returning id, provider_call_id, ended_at`.execute(deps.db)
  await Promise.all(
    rows.map(async ({ id, providerCallId, endedAt }) => {
      const isTooOld = now.getTime() - endedAt.getTime() > MAY_RING_FOR_MS
      if (!isTooOld && !(await isCancelled(deps, providerCallId))) {
        deps.log.warn({ attemptId: id }, 'A call that was given up could not be cancelled and is tried again')
        return
      }
      await deps.db.updateTable('attempts').set({ cancelAt: null }).where('id', '=', id).execute()
    }),
  )
  return rows.length
}

async function isCancelled({ telephony }: CareDeps, providerCallId: string): Promise<boolean> {
  if (await telephony.stopRinging(providerCallId)) return true
  const answer = await telephony.fetchCall(providerCallId)
  return answer.kind === 'absent' || (answer.kind === 'found' && answer.found.endedStatus !== null)
}
