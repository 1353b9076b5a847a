import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * How many deliveries are owed, those that wait for their next try and those asked for by hand among them, and how many of
 * those that are kept were given up.
 */
export async function countDeliveries(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`select
    (select count(*)::int from webhook_deliveries where state = 'owed')
      + (select count(*)::int from webhook_deliveries where by_hand_at is not null and state <> 'owed') as waiting,
    (select count(*)::int from webhook_deliveries where state = 'given_up') as failed`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting gave no row')
  return counted
}
