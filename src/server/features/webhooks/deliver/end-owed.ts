import type { Trx } from '#server/platform/database/database.ts'

/** Gives up everything that is still owed to a webhook. Whoever calls holds its row, so that nothing new is written meanwhile. */
export async function endOwed(trx: Trx, webhookId: number, reason: string, now: Date): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ byHandAt: null })
    .where('webhookId', '=', webhookId)
    .where('byHandAt', 'is not', null)
    .execute()
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'given_up', tryAt: null, endedAt: now, reason })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'owed')
    .execute()
}
