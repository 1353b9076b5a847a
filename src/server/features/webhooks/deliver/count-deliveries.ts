import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { dueAt } from '#server/platform/due-work/due-rows.ts'
import { DELIVERIES } from '../due-deliveries.ts'

/** How many deliveries are queued, by schedule or by hand, and how many of those that are kept were given up. */
export async function countDeliveries(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`select
    (select count(*)::int from webhook_deliveries where ${dueAt(DELIVERIES)} is not null) as waiting,
    (select count(*)::int from webhook_deliveries where state = 'given_up') as failed`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting deliveries gave no row')
  return counted
}
