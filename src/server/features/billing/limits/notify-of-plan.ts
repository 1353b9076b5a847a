import { type PlanNotice, planNoticeText } from '#core/plans/notices.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { type EnqueueNotice, notifyMembers } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

/** What is needed to notify account holders about their plan. */
export interface PlanNoticeDeps {
  jobs: Jobs
  clock: Clock
  publicUrl: string
}

/** Who is notified. */
export interface Holder {
  id: number
  email: string
  /** E.164; null while the profile has none. */
  phoneNumber: string | null
  timezone: string
}

/**
 * Notifies an account holder about their plan, in the transaction of the fact: by e-mail, and by SMS when it must not
 * be overlooked, unless they want no such text messages. `about` says which trial, lapse or month it is about: the same
 * notice is written once. Returns whether it was written now.
 */
export async function notifyOfPlan(
  { jobs, clock, publicUrl }: PlanNoticeDeps,
  trx: Trx,
  holder: Holder,
  notice: PlanNotice,
  about: Date,
): Promise<boolean> {
  const notified = await trx
    .insertInto('planNotices')
    .values({ accountId: holder.id, kind: notice.kind, about, notifiedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  if (!notified) return false
  const text = planNoticeText(notice, { zone: holder.timezone, link: `${publicUrl}/subscription` })
  const key = `plan:${holder.id}:${notice.kind}:${about.getTime()}`
  const messageIds: number[] = []
  const enqueueNotice: EnqueueNotice = async (transaction, news) => {
    const id = await enqueueMessage(jobs, transaction, news)
    if (id !== null) messageIds.push(id)
    return id
  }
  await notifyMembers({ enqueueNotice, clock }, trx, {
    accountId: holder.id,
    kind: 'billing',
    text,
    key,
    isUrgent: false,
  })
  await trx
    .updateTable('planNotices')
    .set({ messageIds })
    .where('accountId', '=', holder.id)
    .where('kind', '=', notice.kind)
    .where('about', '=', about)
    .execute()
  return true
}

/**
 * The account's row, locked until the transaction ends, with what is needed to notify its holder; undefined when it is
 * gone.
 */
export function lockHolder(trx: Trx, accountId: number) {
  return trx
    .selectFrom('accounts')
    .innerJoin('owners', 'owners.accountId', 'accounts.id')
    .select([
      'accounts.id',
      'email',
      'phoneNumber',
      'timezone',
      'trialStartedAt',
      'lapseNotifiedAt',
      'suspendedAt',
      'suspendedBecause',
    ])
    .where('accounts.id', '=', accountId)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst()
}
