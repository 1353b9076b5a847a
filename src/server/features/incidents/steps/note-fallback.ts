import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'

/**
 * A text message goes out in place of a mail. If an alert was in it, the text is written down as an alert too: it is seen
 * beside the call, and not sent any more once it is not so. Does nothing for any other mail.
 */
export async function noteFallback(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  { mailId, textId }: { mailId: number; textId: number },
): Promise<void> {
  const alert = await trx
    .selectFrom('alerts')
    .select(['incidentId', 'personId', 'purpose', 'round', 'supersededAt'])
    .where('messageId', '=', mailId)
    .executeTakeFirst()
  if (!alert) return
  await trx
    .insertInto('alerts')
    .values({ ...alert, channel: 'sms', messageId: textId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
