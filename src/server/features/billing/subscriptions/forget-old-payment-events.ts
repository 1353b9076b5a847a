import type { Db } from '#server/platform/database/database.ts'

/** Longer than the card provider goes on sending an event that was not taken, and than it can be sent again by hand. */
const KEPT_DAYS = 30

/** Forgets events of the card provider that cannot come again. Run it once in a while. */
export async function forgetOldPaymentEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('paymentEvents').where('receivedAt', '<', before).execute()
}
