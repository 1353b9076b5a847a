import { accountReleasedText, accountSuspendedText } from '#core/accounts/suspended-account.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import { releaseByAdmin, suspendByAdmin } from '#server/features/accounts/public.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { stopCallsOfSuspended } from '#server/features/care/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { AccountsAdminDeps } from '../deps.ts'

/**
 * Suspends an account: its sessions end, nobody can sign in to it, and no phone rings and no text is sent for it.
 * Phones that ring are stopped; people who talk are not cut off; scheduled calls end as missed when they fall due, with
 * a reason of their own. The account holder is notified by mail. Refuses oneself, and the last admin who is not
 * suspended. A repetition changes nothing. Returns since when.
 */
export async function suspendAccount(deps: AccountsAdminDeps, admin: AskingAdmin, accountId: number): Promise<Date> {
  const suspendedAt = await deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, admin, accountId)
    if (account.id === admin.account.id) throw new AppError('conflict', 'You cannot suspend your own account.')
    if (account.suspendedByAdminAt !== null) return account.suspendedByAdminAt
    if (account.role === 'admin' && (await otherAdmins(trx, accountId)) === 0) {
      throw new AppError('conflict', 'This is the last admin. Make somebody else an admin first.')
    }
    const now = deps.clock.now()
    await suspendByAdmin(trx, accountId, now)
    await recordAction(trx, { ...admin, action: 'account.suspended', detail: `account ${accountId}`, at: now })
    await recordActivity(trx, {
      accountId,
      activityType: 'subscription_updated',
      description: 'Account suspended by Cooee',
    })
    const { subject, mail } = accountSuspendedText({ contactEmail: deps.contactEmail })
    await notify(deps, trx, account, { subject, mail, key: `suspended:${now.getTime()}` })
    await announceChange(trx, accountId, 'calls')
    return now
  })
  await stopCallsOfSuspended(deps, accountId)
  return suspendedAt
}

/**
 * Lets a suspended account sign in and use phones again; calls that fell due meanwhile are not made up for. A
 * repetition changes nothing.
 */
export async function releaseAccount(deps: AccountsAdminDeps, admin: AskingAdmin, accountId: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, admin, accountId)
    const since = account.suspendedByAdminAt
    if (since === null) return
    const now = deps.clock.now()
    await releaseByAdmin(trx, accountId)
    await recordAction(trx, { ...admin, action: 'account.released', detail: `account ${accountId}`, at: now })
    await recordActivity(trx, {
      accountId,
      activityType: 'subscription_updated',
      description: 'Account released by Cooee',
    })
    const { subject, mail } = accountReleasedText(`${deps.publicUrl}/dashboard`)
    await notify(deps, trx, account, { subject, mail, key: `released:${since.getTime()}` })
    await announceChange(trx, accountId, 'calls')
  })
}

/** One suspension or release at a time: of two admins who suspend each other, the second is suspended already. */
async function lockAccount(trx: Trx, admin: AskingAdmin, accountId: number) {
  await waitForLock(trx, 'admins', 'all')
  const acting = await trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select('accounts.id')
    .where('accounts.id', '=', admin.account.id)
    .where('owners.role', '=', 'admin')
    .where('suspendedByAdminAt', 'is', null)
    .executeTakeFirst()
  if (!acting) throw new AppError('not_allowed', 'Only an admin may do this')
  const account = await trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select(['accounts.id', 'role', 'email', 'firstName', 'username', 'suspendedByAdminAt'])
    .where('accounts.id', '=', accountId)
    .where('deletionBeganAt', 'is', null)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst()
  if (!account) throw notFound('Account')
  return account
}

async function otherAdmins(trx: Trx, accountId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owners.role', '=', 'admin')
    .where('suspendedByAdminAt', 'is', null)
    .where('accounts.id', '<>', accountId)
    .executeTakeFirstOrThrow()
  return count
}

function notify(
  { incidents }: AccountsAdminDeps,
  trx: Trx,
  {
    id: accountId,
    email: recipient,
    ...addressee
  }: { id: number; email: string; firstName: string | null; username: string },
  { subject, mail, key }: { subject: string; mail: string; key: string },
): Promise<number | null> {
  const dedupeKey = `account:${accountId}:${key}`
  const text = mailBody(addressee, [mail])
  return incidents.enqueueNotice(trx, { accountId, channel: 'email', recipient, subject, text, dedupeKey })
}
