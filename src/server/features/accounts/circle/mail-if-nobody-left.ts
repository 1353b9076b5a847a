import { formatDayMonth } from '#core/format/dates.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Account } from '#server/platform/http/requests/authentication.ts'
import type { MailingDeps } from '../deps.ts'
import { nobodyLeftMail } from './circle-mails.ts'
import { circleName, firstNameOf } from './circle-name.ts'
import { daysWithoutAnybody } from './days-without-anybody.ts'
import { membersOf } from './member-rows.ts'

/**
 * After a change of who is away, or of who belongs to a circle: mails all its members where on some days to come nobody is
 * there. Alerts go to the owner then.
 */
export async function mailIfNobodyLeft(
  { jobs, clock }: Pick<MailingDeps, 'jobs' | 'clock'>,
  trx: Trx,
  account: Account,
): Promise<void> {
  const members = await membersOf(trx, account.id).execute()
  const last = members
    .flatMap(({ awayUntil }) => awayUntil ?? [])
    .sort()
    .at(-1)
  const today = toWallClock(clock.now(), account.timezone).date
  if (last === undefined || last < today) return
  const alone = await daysWithoutAnybody(trx, account.id, { from: today, until: last })
  if (alone.length === 0) return
  const facts = { circle: circleName(account), owner: firstNameOf(account), days: alone.map(dayInWords) }
  for (const member of members) {
    const recipient = member.mailbox
    if (recipient === null) continue
    const mail = nobodyLeftMail({ ...member, recipient, accountId: account.id }, facts)
    await enqueueMessage(jobs, trx, { ...mail, createdAt: clock.now() })
  }
}

/** "Friday 4 December" */
export const dayInWords = (day: string): string => formatDayMonth(new Date(`${day}T12:00:00Z`), 'UTC')
