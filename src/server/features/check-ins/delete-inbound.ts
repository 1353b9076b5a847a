import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/** Removes calls and texts to Cooee's number after 30 days. Run it once in a while. */
export async function deleteOldInbound(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('inboundCalls').where('receivedAt', '<', before).execute()
  await db.deleteFrom('inboundTexts').where('receivedAt', '<', before).execute()
}

/** Removes what came to Cooee's number from numbers that no other account knows, and calls that name its people. The account is still there. */
export async function deleteInboundOf(trx: Trx, accountId: number, numbers: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('inboundTexts')
    .where('phoneNumber', 'in', [...numbers])
    .where('accountId', 'is', null)
    .execute()
  // What was said on the line contains names, whatever other accounts have that number.
  await sql`
    delete from inbound_calls
    where phone_number = any(${numbers})
      or incident_id in (select id from incidents where account_id = ${accountId})
      or checked_in && (select coalesce(array_agg(id), '{}') from loved_ones where account_id = ${accountId})`.execute(
    trx,
  )
}
