import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'

/** Notes the text that goes out in place of an alert's mail as an alert, too: it is seen beside the call, and dropped once it is not so. */
export async function noteFallback(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  { mailId, textId }: { mailId: number; textId: number },
): Promise<void> {
  const alert = await trx
    .selectFrom('alerts')
    .select(['incidentId', 'incidentPersonId', 'purpose', 'round', 'supersededAt'])
    .where('messageId', '=', mailId)
    .executeTakeFirst()
  if (!alert) return
  await trx
    .insertInto('alerts')
    .values({ ...alert, channel: 'sms', messageId: textId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
