import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import { isPartlyLost } from '../attempts/restored-attempts.ts'
import type { CareDeps } from '../deps.ts'

/**
 * Since when the question of a try by text may already be with the provider: it was due before a restore or a
 * fail-over, and whether it was sent may be lost. Null for every other.
 */
export async function textedSince(deps: CareDeps, trx: Trx, { id }: LockedAttempt): Promise<Date | null> {
  const before = await trx
    .selectFrom('attempts')
    .select(['startedAt', 'outcomeUnknownSince'])
    .where('callId', '=', id)
    .where('state', '=', 'not_placed')
    .where('messageId', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return before && isPartlyLost(deps, before) ? before.startedAt : null
}
