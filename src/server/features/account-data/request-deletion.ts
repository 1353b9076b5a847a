import { DELETION_DAYS } from '#contract/accounts/sign-in/security.ts'
import {
  circleName,
  confirmPassword,
  firstNameOf,
  keepAccount,
  type MailingDeps,
  planDeletion,
} from '#server/features/accounts/public.ts'
import { cancelAllCalls } from '#server/features/calls/public.ts'
import { enqueueMessage, type NewMessage } from '#server/features/messages/public.ts'
import { membersToNotify } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account, Person } from '#server/platform/http/requests/authentication.ts'
import { circleDeletionPlannedMail, circleKeptMail, deletionPlannedMail, deletionUndoneMail } from './deletion-mails.ts'

const TOO_LATE = "It's too late: we're deleting this account."

/**
 * Plans the deletion of an account for seven days from now, for a user who knows its password, and notifies its
 * members. A repeated request keeps its date. The only admin cannot leave. Until the date nothing else changes, except
 * that `stopsCalls` cancels all calls at once.
 */
export async function requestDeletion(
  deps: MailingDeps,
  { account, person }: { account: Account; person: Person },
  { password, device, stopsCalls = false }: { password: string; device: string | undefined; stopsCalls?: boolean },
): Promise<Date> {
  const { db, jobs, clock, publicUrl } = deps
  await confirmPassword(deps, person, { password, device, field: 'password' })
  const deleteAt = await db.transaction().execute(async (trx) => {
    await refuseOnlyAdmin(trx, account.id)
    const now = clock.now()
    const planned = await planDeletion(trx, account.id, new Date(now.getTime() + DELETION_DAYS * 86_400_000))
    if (planned) {
      await enqueueMessage(jobs, trx, {
        ...deletionPlannedMail(account, planned, { publicUrl, stopsCalls }),
        createdAt: now,
      })
      const facts = { circle: circleName(account), owner: firstNameOf(account), stopsCalls }
      await mailOthers(deps, trx, account, (member) => circleDeletionPlannedMail(member, planned, facts))
      return planned
    }
    const before = await trx.selectFrom('accounts').select('deleteAt').where('id', '=', account.id).executeTakeFirst()
    if (!before?.deleteAt) throw new AppError('conflict', TOO_LATE)
    return before.deleteAt
  })
  // After it: calls are locked before accounts everywhere. If this fails, a repeated request does it.
  if (stopsCalls) await cancelAllCalls(deps, account)
  return deleteAt
}

/** All admins are locked in one order, so that two who leave at once do not each count on the other. */
async function refuseOnlyAdmin(trx: Trx, accountId: number): Promise<void> {
  const admins = await trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select(['accounts.id', 'deleteAt'])
    .where('owners.role', '=', 'admin')
    .orderBy('accounts.id')
    .forNoKeyUpdate('accounts')
    .execute()
  if (!admins.some(({ id }) => id === accountId)) return
  if (admins.some(({ id, deleteAt }) => id !== accountId && deleteAt === null)) return
  throw new AppError(
    'conflict',
    "You're the only admin. Please make someone else an admin before you delete this account.",
  )
}

/** Keeps an account whose deletion was planned, and tells its members. The row decides against a deletion that begins at the same moment. */
export async function undoDeletion(deps: MailingDeps, account: Account): Promise<void> {
  const { db, jobs, clock } = deps
  await db.transaction().execute(async (trx) => {
    if (await keepAccount(trx, account.id)) {
      await enqueueMessage(jobs, trx, { ...deletionUndoneMail(account), createdAt: clock.now() })
      await mailOthers(deps, trx, account, (member) => circleKeptMail(member, { circle: circleName(account) }))
      return
    }
    const begun = await trx
      .selectFrom('accounts')
      .select('deletionBeganAt')
      .where('id', '=', account.id)
      .executeTakeFirst()
    if (!begun || begun.deletionBeganAt) throw new AppError('conflict', TOO_LATE)
  })
}

/** Mails the members of a circle other than its owner, who has a mail of their own. */
async function mailOthers(
  { jobs, clock }: Pick<MailingDeps, 'jobs' | 'clock'>,
  trx: Trx,
  { id }: Pick<Account, 'id'>,
  mailTo: (member: Parameters<typeof circleKeptMail>[0]) => NewMessage,
): Promise<void> {
  const createdAt = clock.now()
  for (const member of await membersToNotify(trx, id, createdAt)) {
    if (member.isHolder) continue
    const to = { personId: member.personId, isForMember: true }
    await enqueueMessage(jobs, trx, { ...mailTo({ ...member, id }), ...to, createdAt })
  }
}
