import { limitText, type ReachedLimit } from '#core/notifications/limit-text.ts'
import { mailBody } from '#core/notifications/mail-body.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { NewMessage } from './enqueue-message.ts'

interface LimitDeps {
  /** Writes the message in the caller's transaction. */
  enqueueNotice(trx: Trx, message: NewMessage): Promise<number | null>
  publicUrl: string
}

const DAY_MS = 86_400_000

/** Notifies an account holder by mail, once a day, that a limit stops something: never silently. */
export async function notifyOfLimit(
  { enqueueNotice, publicUrl }: LimitDeps,
  trx: Trx,
  accountId: number,
  limit: ReachedLimit,
  now: Date,
): Promise<void> {
  const holder = await trx
    .selectFrom('owners')
    .select(['email', 'firstName', 'username', 'timezone'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!holder) return
  const { subject, mail } = limitText(limit, { link: `${publicUrl}/dashboard`, zone: holder.timezone, now })
  const day = Math.floor(now.getTime() / DAY_MS)
  await enqueueNotice(trx, {
    accountId,
    channel: 'email',
    recipient: holder.email,
    subject,
    text: mailBody(holder, [mail]),
    dedupeKey: `limit:${limit.kind}:${accountId}:${day}`,
  })
}
