import { sql } from 'kysely'
import { mailboxOf } from '#core/accounts/mailbox-of.ts'
import { codeIdentifier } from '#server/features/accounts/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Removes what names an account's people without belonging to it: guesses at its name and codes, quotas for its e-mail, the card
 * provider's events, and what came to Cooee's number from numbers that no other account knows. Run it while the account
 * is still there, in the transaction that deletes it.
 */
export async function forgetByNumberAndName(
  trx: Trx,
  { id, email, username }: { id: number; email: string; username: string },
): Promise<void> {
  const names = [email.toLowerCase(), username.toLowerCase()]
  await trx
    .deleteFrom('loginFailures')
    .where('identifier', 'in', [...names, codeIdentifier(id)])
    .execute()
  const numbers = await numbersOfNobodyElse(trx, id)
  await trx
    .deleteFrom('quotaUses')
    .where((eb) =>
      eb.or([
        eb('subject', 'in', [...names, mailboxOf(email), ...numbers]),
        // Of the account and one of its numbers.
        eb('subject', 'like', `${id} +%`),
      ]),
    )
    .execute()
  await sql`
    delete from payment_events
    where customer_id in (select customer_id from subscriptions where account_id = ${id})`.execute(trx)
  await forgetInbound(trx, id, numbers)
}

async function forgetInbound(trx: Trx, accountId: number, numbers: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('inboundTexts')
    .where('phoneNumber', 'in', [...numbers])
    .where('accountId', 'is', null)
    .execute()
  // What was said on the line has names in it, whoever else has that number.
  await sql`
    delete from inbound_calls
    where phone_number = any(${numbers})
      or incident_id in (select id from incidents where account_id = ${accountId})
      or checked_in && (select coalesce(array_agg(id), '{}') from loved_ones where account_id = ${accountId})`.execute(
    trx,
  )
}

async function numbersOfNobodyElse(trx: Trx, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    with numbers (account_id, number) as (
      select id, phone_number from accounts
      union select account_id, phone_number from loved_ones
      union select account_id, second_phone_number from loved_ones
      union select account_id, emergency_contact_phone from loved_ones
      union select account_id, phone_number from contacts
    )
    select number from numbers where account_id = ${accountId} and number is not null
    except select number from numbers where account_id <> ${accountId}`.execute(trx)
  // An empty list would be none that SQL knows.
  return ['', ...rows.map(({ number }) => number)]
}
