import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** Longer than the card provider retries an event that was not taken, and than it can be sent again by hand. */
const KEPT_DAYS = 30

/** Deletes events of the card provider that cannot come again. Run it periodically. */
export async function deleteOldPaymentEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('paymentEvents').where('receivedAt', '<', before).execute()
}

/** Deletes the card provider's events about an account that is being deleted; its subscription is still there. */
export async function deletePaymentEventsOf(trx: Trx, accountId: number): Promise<void> {
  await sql`
    delete from payment_events
    where customer_id in (select customer_id from subscriptions where account_id = ${accountId})`.execute(trx)
}
