import type { Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { AccountsTable } from '#server/platform/database/schema.ts'

/** An admin suspends an account: every session of it ends, and every access token. */
export async function suspendByAdmin(trx: Trx, accountId: number, now: Date): Promise<void> {
  await trx.updateTable('accounts').set({ suspendedByAdminAt: now }).where('id', '=', accountId).execute()
  await trx.deleteFrom('sessions').where('accountId', '=', accountId).execute()
  await trx
    .updateTable('accessTokens')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** An admin lets a suspended account sign in again. */
export async function releaseByAdmin(trx: Trx, accountId: number): Promise<void> {
  await trx.updateTable('accounts').set({ suspendedByAdminAt: null }).where('id', '=', accountId).execute()
}

/** Nothing covers the calls of an account, and its holder was notified at `lapseNotifiedAt`. */
export async function noteLapseNotified(trx: Trx, accountId: number, lapseNotifiedAt: Date): Promise<void> {
  await trx.updateTable('accounts').set({ lapseNotifiedAt }).where('id', '=', accountId).execute()
}

/**
 * Suspends the calls of an account that nothing covers. The database refuses it for an account that was not notified
 * seven days before.
 */
export async function suspendCalls(
  trx: Trx,
  accountId: number,
  { now, because }: { now: Date; because: NonNullable<Updateable<AccountsTable>['suspendedBecause']> },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ suspendedAt: now, suspendedBecause: because })
    .where('id', '=', accountId)
    .execute()
}

/** The calls of an account are still not covered, now for another reason: a subscription past due has ended. */
export async function noteSuspensionCause(
  trx: Trx,
  accountId: number,
  because: NonNullable<Updateable<AccountsTable>['suspendedBecause']>,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ suspendedBecause: because })
    .where('id', '=', accountId)
    .where('suspendedAt', 'is not', null)
    .where('suspendedBecause', '<>', because)
    .execute()
}

/** Something covers its calls again: there is no lapse and no suspension any more. */
export async function endLapse(trx: Trx, accountId: number): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ lapseNotifiedAt: null, suspendedAt: null, suspendedBecause: null })
    .where('id', '=', accountId)
    .execute()
}

/** An admin keeps the calls of an account from being talks; null lets them be talks again. */
export async function blockTalks(trx: Trx, accountId: number, talksBlockedAt: Date | null): Promise<void> {
  await trx.updateTable('accounts').set({ talksBlockedAt }).where('id', '=', accountId).execute()
}
