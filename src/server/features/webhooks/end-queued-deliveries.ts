import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { dueAt } from '#server/platform/due-work/due-rows.ts'
import { DELIVERIES } from './due-deliveries.ts'

/**
 * Gives up everything that is still queued for a webhook. The caller holds the lock of its row, so that nothing new is
 * written meanwhile.
 */
export async function endQueuedDeliveries(trx: Trx, webhookId: number, reason: string, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set by_hand_at = null, next_at = null,
      state = case state when 'owed' then 'given_up' else state end,
      ended_at = case state when 'owed' then ${now} else ended_at end,
      reason = case state when 'owed' then ${reason} else reason end
    where webhook_id = ${webhookId} and ${dueAt(DELIVERIES)} is not null`.execute(trx)
}
