import { beginDeletion, removeAccountRow } from '#server/features/accounts/public.ts'
import { endAllSchedules, removeCallsToCome, removeSomeCalls } from '#server/features/calls/public.ts'
import { notifyOfAccountRemoval } from '#server/features/incidents/public.ts'
import { deleteLastMails, enqueueMessage } from '#server/features/messages/public.ts'
import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { deleteByNumberAndName } from './delete-by-number-and-name.ts'
import { accountDeletedMail } from './deletion-mails.ts'

export interface DeletionDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Logger
  /** Ends what the account pays for at the card provider, however often it is run. Nothing is deleted while it is `unavailable`. */
  endSubscription(accountId: number): Promise<'ended' | 'unavailable'>
}

const HOUR_MS = 3_600_000
/** An incident ends by itself long before. If one does not, the account holder's request for deletion wins. */
const LONGEST_WAIT_MS = 24 * HOUR_MS

/**
 * Deletes the accounts whose day has come, as far as that is possible now: waits for calls that were due before, for
 * people on the phone, and for an incident under way. Run it periodically; any number of workers may. Returns how many
 * accounts are gone.
 */
export async function deleteAccounts(deps: DeletionDeps, isStopped: () => boolean = () => false): Promise<number> {
  const { db, clock, log } = deps
  await deleteLastMails(db, clock.now())
  const due = await db
    .selectFrom('accounts')
    .select(['id', 'deletionBeganAt'])
    .where('deleteAt', '<=', clock.now())
    .orderBy('id')
    .execute()
  const failures = collectFailures(log)
  let deleted = 0
  for (const { id, deletionBeganAt } of due) {
    if (isStopped()) break
    const isDeleted = await failures.attempt(
      async () => {
        const beganAt = deletionBeganAt ?? (await begin(deps, id))
        return beganAt !== null && finishDeletion(deps, id, beganAt)
      },
      'Account not deleted; retrying',
      { accountId: id },
    )
    if (isDeleted) deleted += 1
  }
  failures.throwIfAny()
  return deleted
}

/** Null when the account holder was quicker to keep the account. */
function begin({ db, clock }: DeletionDeps, accountId: number): Promise<Date | null> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    if (!(await beginDeletion(trx, accountId, now))) return null
    await endAllSchedules(trx, accountId, now)
    return now
  })
}

async function finishDeletion(deps: DeletionDeps, accountId: number, beganAt: Date): Promise<boolean> {
  const { db, clock, log } = deps
  await removeCallsToCome(db, accountId)
  const mayWait = clock.now().getTime() - beganAt.getTime() < LONGEST_WAIT_MS
  if (mayWait && (await isSomethingUnderWay(db, accountId))) return false
  if ((await deps.endSubscription(accountId)) === 'unavailable') {
    log.warn({ accountId }, 'Account not deleted, its subscription not ended at the card provider; retrying')
    return false
  }
  while ((await removeSomeCalls(db, accountId, { evenOnThePhone: !mayWait })) > 0);
  return removeAccount(deps, accountId, { mayWait })
}

/** Somebody is on the phone, or people are being notified: the deletion does not interrupt that. */
async function isSomethingUnderWay(db: Db, accountId: number): Promise<boolean> {
  const { underWay } = await db
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(openCalls(db, accountId)),
          eb.exists(
            db.selectFrom('incidents').select('id').where('accountId', '=', accountId).where('nextAt', 'is not', null),
          ),
          eb.exists(
            db
              .selectFrom('alertCalls')
              .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
              .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
              .select('alertCalls.alertId')
              .where('incidents.accountId', '=', accountId)
              .where('alertCalls.state', '<>', 'ended'),
          ),
        ])
        .as('underWay'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(underWay)
}

function openCalls(db: Db, accountId: number) {
  return db
    .selectFrom('calls')
    .select('calls.id')
    .where('calls.accountId', '=', accountId)
    .where('calls.status', 'in', ['scheduled', 'in_progress'])
}

/** The row, and everything that belongs to it. Contacts alerted about an open incident learn that it is over, then the last mail is sent. */
function removeAccount({ db, jobs, clock }: DeletionDeps, accountId: number, { mayWait }: { mayWait: boolean }) {
  const enqueueNotice: EnqueueNotice = (trx, notice) =>
    enqueueMessage(jobs, trx, { isUrgent: true, ...notice, createdAt: clock.now() })
  return retryingTransaction(db, async (trx: Trx) => {
    // A transaction that is about to claim a call locks its row: this sees it only after that transaction.
    const open = await openCalls(trx, accountId).forUpdate().execute()
    if (mayWait && open.length > 0) return false
    const account = await trx
      .selectFrom('accounts')
      .innerJoin('owners', 'owners.accountId', 'accounts.id')
      .select(['accounts.id', 'owners.personId', 'email', 'username'])
      .where('accounts.id', '=', accountId)
      .forUpdate('accounts')
      .executeTakeFirst()
    if (!account) return false
    await notifyOfAccountRemoval({ clock, enqueueNotice }, trx, accountId)
    await deleteByNumberAndName(trx, account)
    await removeAccountRow(trx, accountId)
    await enqueueMessage(jobs, trx, { ...accountDeletedMail(account.email), createdAt: clock.now() })
    return true
  })
}
