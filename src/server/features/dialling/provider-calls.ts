import { sql } from 'kysely'
import type { ProviderCall } from '#server/adapters/telephony/telephony.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { violatesUnique } from '#server/platform/database/connection/database-error.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { OpenDial } from './dial-handler.ts'
import type { DialTiming } from './dial-timing.ts'

/** Whether a callback is about a provider call other than the one a dial is linked to. */
export function isOtherProviderCall(
  { providerCallId }: { providerCallId: string | null },
  sid: string | null,
): boolean {
  return sid !== null && providerCallId !== null && providerCallId !== sid
}

/** Of the provider's calls, those that belong to no dial. */
export async function unclaimedCalls(db: Db, calls: readonly ProviderCall[]): Promise<ProviderCall[]> {
  if (calls.length === 0) return []
  const ids = calls.map((call) => call.providerCallId)
  const known = await db.selectFrom('dials').select('providerCallId').where('providerCallId', 'in', ids).execute()
  const claimed = new Set(known.map((row) => row.providerCallId))
  return calls.filter((call) => !claimed.has(call.providerCallId))
}

/** Another dial to the same number whose answer is still awaited: its call must not be taken for this one's. */
export async function isNumberBeingDialled(
  db: Db,
  { id, phoneNumber }: Pick<OpenDial, 'id' | 'phoneNumber'>,
  now: Date,
): Promise<boolean> {
  const other = await db
    .selectFrom('dials')
    .select('id')
    .where('phoneNumber', '=', phoneNumber)
    .where('state', '=', 'dialling')
    .where('messageId', 'is', null)
    .where('id', '<>', id)
    .where('nextAt', '>', now)
    .where('reconcileCount', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Matches a call found at the provider to a dial, which is reconciled again at `nextAt`. False where another dial has it, or the dial is not in doubt any more. */
export async function matchProviderCall(
  db: Db,
  { id }: Pick<OpenDial, 'id'>,
  { providerCallId }: ProviderCall,
  nextAt: Date,
): Promise<boolean> {
  try {
    const matched = await db
      .updateTable('dials')
      .set({ state: 'placed', providerCallId, nextAt })
      .where('id', '=', id)
      .where('state', 'in', ['dialling', 'unknown'])
      .where('providerCallId', 'is', null)
      .executeTakeFirst()
    return matched.numUpdatedRows > 0n
  } catch (error) {
    if (violatesUnique(error, 'dials_provider_call_id_key')) return false
    throw error
  }
}

/**
 * The reconciler may have linked this provider call to another dial to the same number. The address of a callback is
 * certain: the other dial releases it, and is reconciled again if it was still open.
 */
export async function unlinkFromOtherDials(trx: Trx, dialId: number, providerCallId: string, now: Date): Promise<void> {
  await sql`
    update dials set provider_call_id = null, state = case state when 'placed' then 'unknown' else state end,
      next_at = case state when 'placed' then ${now} else next_at end
    where provider_call_id = ${providerCallId} and id <> ${dialId}`.execute(trx)
}

/** Links a dial by a callback that names it, which proves it was placed. What has ended stays as it is; a repeat is noted as reported. */
export async function linkDial(
  { clock, timing }: { clock: Clock; timing: DialTiming },
  trx: Trx,
  { id, providerCallId: known }: { id: number; providerCallId: string | null },
  providerCallId: string,
  { isAnswered = false } = {},
): Promise<void> {
  const now = clock.now()
  if (known === null) await unlinkFromOtherDials(trx, id, providerCallId, now)
  await trx
    .updateTable('dials')
    .set((eb) => ({
      state: 'placed',
      providerCallId: eb.fn.coalesce('providerCallId', eb.val(providerCallId)),
      nextAt: new Date(now.getTime() + timing.quietMs),
    }))
    .$if(isAnswered, (query) => query.set((eb) => ({ answeredAt: eb.fn.coalesce('answeredAt', eb.val(now)) })))
    .where('id', '=', id)
    .where('state', 'not in', ['ended', 'not_placed'])
    .execute()
}
