import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { type LockedAttempt, lockAttempt } from './attempt-state.ts'

/**
 * A callback names an attempt that is not there: its claim was lost in a fail-over. Locks the attempt that was put in doubt
 * in its place: the one that is linked to this call of the provider, else the first one for the phone `to` that is linked
 * to none. Undefined if there is no such attempt, as when it was removed with its loved one.
 */
export async function lockReplacementOfAttempt(
  trx: Trx,
  { providerCallId, to }: { providerCallId: string | null; to?: string | undefined },
): Promise<LockedAttempt | undefined> {
  if (providerCallId === null) return undefined
  const found = await trx
    .selectFrom('attempts')
    .select('id')
    .where('outcomeUnknownSince', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('providerCallId', '=', providerCallId),
        eb.and([eb('providerCallId', 'is', null), eb('state', '=', 'unknown'), eb('phoneNumber', '=', to ?? '')]),
      ]),
    )
    .orderBy(sql`provider_call_id is null`)
    .orderBy('startedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found && lockAttempt(trx, found.id)
}
