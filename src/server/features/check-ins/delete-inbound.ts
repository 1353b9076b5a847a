import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

const KEPT_DAYS = 30

/** Removes calls and texts to Cooee's number after 30 days. Run it once in a while. */
export async function deleteOldInbound(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('inboundCalls').where('receivedAt', '<', before).execute()
  await db.deleteFrom('inboundTexts').where('receivedAt', '<', before).execute()
}

/**
 * Before the addresses of a member who leaves a circle are forgotten: what they texted about its incidents is not the
 * circle's to read any more. A number that is also a loved one's or a contact's of the circle stays theirs.
 */
export async function unlinkTextsOf(
  trx: Trx,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<void> {
  await sql`
    update inbound_texts set account_id = null, loved_one_id = null
    where account_id = ${accountId} and phone_number in (
      select unnest(array[phone_number, verified_phone]) from people where id = ${personId}
      union
      select incident_people.phone_number from incident_people join incidents on incidents.id = incident_id
      where incidents.account_id = ${accountId} and incident_people.person_id = ${personId}
    ) and not exists (
      select from loved_ones where account_id = ${accountId} and inbound_texts.phone_number
        in (loved_ones.phone_number, second_phone_number, emergency_contact_phone)
    ) and not exists (
      select from contacts where account_id = ${accountId} and contacts.phone_number = inbound_texts.phone_number
    )`.execute(trx)
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
