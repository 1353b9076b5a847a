import type { Selectable } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueMessage } from '../enqueue-message.ts'

/** Called once when a text message replaces a mail, in the transaction that writes it. */
export type OnFallback = (trx: Trx, messages: { mailId: number; textId: number }) => Promise<void>

/** How long a mail server is waited for before the text message goes out, in milliseconds; the mail is still retried. */
export const FALLBACK_AFTER_MS = 2 * 60_000

/** Whether a mail has waited too long for somebody to take it. */
export function isFallbackDue({ createdAt }: Pick<Selectable<MessagesTable>, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= FALLBACK_AFTER_MS
}

/** Writes the fallback text of a mail that cannot be delivered, if it has one; once. */
export async function writeFallbackText(
  { jobs, clock, onFallback }: { jobs: Jobs; clock: Clock; onFallback: OnFallback },
  trx: Trx,
  { id, fallbackRecipient, fallbackText, ...mail }: Selectable<MessagesTable>,
): Promise<void> {
  if (fallbackRecipient === null || fallbackText === null) return
  const { accountId, personId, forMember, sentFrom, isUrgent, isHelp } = mail
  const textId = await enqueueMessage(jobs, trx, {
    ...{ accountId, personId, isForMember: forMember, sentFrom },
    channel: 'sms',
    recipient: fallbackRecipient,
    text: fallbackText,
    dedupeKey: `instead:${id}`,
    fallbackForId: id,
    isUrgent,
    isHelp,
    createdAt: clock.now(),
  })
  if (textId !== null) await onFallback(trx, { mailId: id, textId })
}
