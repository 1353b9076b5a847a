import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueMessage } from './enqueue-message.ts'

interface AdminMail {
  subject: string
  /** Paragraphs between the greeting and the signature; `zone` is the admin's. */
  paragraphs(zone: string): readonly string[]
  /** The same fact is mailed to each admin once. */
  key?: string
}

/** Writes a mail to every admin into the caller's transaction. */
export async function mailAdmins(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  trx: Trx,
  { subject, paragraphs, key }: AdminMail,
): Promise<void> {
  const admins = await trx.selectFrom('owners').selectAll().where('role', '=', 'admin').orderBy('accountId').execute()
  for (const admin of admins) {
    await enqueueMessage(jobs, trx, {
      channel: 'email',
      recipient: admin.email,
      accountId: admin.accountId,
      createdAt: clock.now(),
      subject,
      text: [`Hello ${admin.firstName ?? admin.username},`, ...paragraphs(admin.timezone), 'Cooee'].join('\n\n'),
      ...(key === undefined ? {} : { dedupeKey: `admin:${admin.accountId}:${key}` }),
    })
  }
}
