import { sql } from 'kysely'
import type { CallSubject, ProviderCall } from '#server/adapters/telephony/telephony.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { violatesUnique } from '#server/platform/database-error.ts'

/** What is settled when nobody knows whether the provider took it. A test call is never looked for: only asked about. */
type SettledSubject = Exclude<CallSubject, { testCallId: number }>

/** A dial of which nobody knows whether the provider took it. */
export type DoubtfulDial = SettledSubject & { phoneNumber: string }

/** So long a test call may be on its way without the provider having told of it. */
const TEST_DIAL_MS = 60_000

/** Of the provider's calls, those that belong to no attempt, no alert and no test. */
export async function unclaimedCalls(db: Db, calls: readonly ProviderCall[]): Promise<ProviderCall[]> {
  if (calls.length === 0) return []
  const ids = calls.map((call) => call.providerCallId)
  const known = await db
    .selectFrom('attempts')
    .select('providerCallId')
    .where('providerCallId', 'in', ids)
    .unionAll(db.selectFrom('alertCalls').select('providerCallId').where('providerCallId', 'in', ids))
    .unionAll(db.selectFrom('testCalls').select('providerCallId').where('providerCallId', 'in', ids))
    .execute()
  const claimed = new Set(known.map((row) => row.providerCallId))
  return calls.filter((call) => !claimed.has(call.providerCallId))
}

/** Another dial to the same number whose answer is still awaited: its call must not be taken for this one's. */
export async function isNumberBeingDialled(db: Db, dial: DoubtfulDial, now: Date): Promise<boolean> {
  const { phoneNumber } = dial
  const other = await db
    .selectFrom('attempts')
    .select('phoneNumber')
    .where('phoneNumber', '=', phoneNumber)
    .where('state', '=', 'dialling')
    .$if('attemptId' in dial, (query) => query.where('id', '<>', 'attemptId' in dial ? dial.attemptId : 0))
    .where('settleAt', '>', now)
    .where('settleTries', '=', 0)
    .unionAll(
      db
        .selectFrom('alertCalls')
        .select('phoneNumber')
        .where('phoneNumber', '=', phoneNumber)
        .where('state', '=', 'dialling')
        .$if('alertId' in dial, (query) => query.where('alertId', '<>', 'alertId' in dial ? dial.alertId : 0))
        .where('settleAt', '>', now)
        .where('settleTries', '=', 0),
    )
    .unionAll(
      db
        .selectFrom('testCalls')
        .select('phoneNumber')
        .where('phoneNumber', '=', phoneNumber)
        .where('status', 'in', ['dialling', 'unknown'])
        .where('providerCallId', 'is', null)
        .where('createdAt', '>', new Date(now.getTime() - TEST_DIAL_MS)),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Takes a call that was found at the provider for the one a dial had asked for. False when something else took it a
 * moment ago, or the dial is in doubt no longer. It is looked into again at `settleAt`.
 */
export async function adoptProviderCall(
  db: Db,
  dial: SettledSubject,
  call: ProviderCall,
  settleAt: Date,
): Promise<boolean> {
  const { providerCallId } = call
  const placed = { state: 'placed', providerCallId, settleAt } as const
  try {
    return await db.transaction().execute(async (trx) => {
      // An attempt and an alert to the same number may look at the same moment, and no one index holds both.
      await sql`select pg_advisory_xact_lock(hashtextextended(${providerCallId}, 0))`.execute(trx)
      if ((await unclaimedCalls(trx, [call])).length === 0) return false
      const adopted =
        'alertId' in dial
          ? await trx
              .updateTable('alertCalls')
              .set(placed)
              .where('alertId', '=', dial.alertId)
              .where('state', 'in', ['dialling', 'unknown'])
              .where('providerCallId', 'is', null)
              .executeTakeFirst()
          : await trx
              .updateTable('attempts')
              .set(placed)
              .where('id', '=', dial.attemptId)
              .where('state', 'in', ['dialling', 'unknown'])
              .where('providerCallId', 'is', null)
              .executeTakeFirst()
      return adopted.numUpdatedRows > 0n
    })
  } catch (error) {
    if (violatesUnique(error, 'attempts_provider_call_id_key')) return false
    if (violatesUnique(error, 'alert_calls_provider_call_id_key')) return false
    throw error
  }
}

/**
 * The reconciler may have taken this provider's call for another dial's, to the same number. The address of a callback
 * knows better: whatever else holds it lets go of it, and is looked into again if it was still open.
 */
export async function takeFromOthers(trx: Trx, dial: CallSubject, providerCallId: string, now: Date): Promise<void> {
  const open = { providerCallId: null, state: 'unknown', settleAt: now } as const
  const attempts = trx
    .updateTable('attempts')
    .where('providerCallId', '=', providerCallId)
    .$if('attemptId' in dial, (query) => query.where('id', '<>', 'attemptId' in dial ? dial.attemptId : 0))
  await attempts.set(open).where('state', '=', 'placed').execute()
  await attempts.set({ providerCallId: null }).execute()
  const alerts = trx
    .updateTable('alertCalls')
    .where('providerCallId', '=', providerCallId)
    .$if('alertId' in dial, (query) => query.where('alertId', '<>', 'alertId' in dial ? dial.alertId : 0))
  await alerts.set(open).where('state', '=', 'placed').execute()
  await alerts.set({ providerCallId: null }).execute()
}
