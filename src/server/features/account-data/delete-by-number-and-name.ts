import { sql } from 'kysely'
import { mailboxOf } from '#core/accounts/mailbox-of.ts'
import { codeIdentifier, deleteGuesses, passkeyIdentifier } from '#server/features/accounts/public.ts'
import { deletePaymentEventsOf } from '#server/features/billing/public.ts'
import { deleteInboundOf } from '#server/features/check-ins/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { deleteQuotaUses } from '#server/platform/visitors/quota.ts'

/**
 * Removes what names an account's people without belonging to it: guesses at its name and codes, quotas for its e-mail,
 * the card provider's events, and what came to Cooee's number from numbers that no other account knows. Run it while
 * the account still exists, in the transaction that deletes it.
 */
export async function deleteByNumberAndName(
  trx: Trx,
  { id, personId, email, username }: { id: number; personId: number; email: string; username: string },
): Promise<void> {
  const names = [email.toLowerCase(), username.toLowerCase()]
  await deleteGuesses(trx, [...names, codeIdentifier(personId), passkeyIdentifier(personId)])
  const numbers = await numbersOfNobodyElse(trx, id)
  await deleteQuotaUses(trx, { subjects: [...names, mailboxOf(email), ...numbers], accountId: id, personId })
  await deletePaymentEventsOf(trx, id)
  await deleteInboundOf(trx, id, numbers)
}

async function numbersOfNobodyElse(trx: Trx, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    with numbers (account_id, number) as (
      select account_id, phone_number from members join people on people.id = person_id
      union select account_id, phone_number from loved_ones
      union select account_id, second_phone_number from loved_ones
      union select account_id, emergency_contact_phone from loved_ones
      union select account_id, phone_number from contacts
    )
    select number from numbers where account_id = ${accountId} and number is not null
    except select number from numbers where account_id <> ${accountId}`.execute(trx)
  // SQL knows no empty list.
  return ['', ...rows.map(({ number }) => number)]
}
