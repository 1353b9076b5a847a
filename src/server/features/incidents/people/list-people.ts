import { nameFault } from '#core/names/name-fault.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { REACHED_NUMBER } from '../answers/follow-holder.ts'
import { fullName } from '../causes/incident-state.ts'
import { listedPeople } from './listed-people.ts'

/** Writes down who may be notified of a new incident: the account holder first, then those on the list. */
export async function listPeople(
  trx: Trx,
  { incidentId, accountId, lovedOneId }: { incidentId: number; accountId: number; lovedOneId: number },
): Promise<void> {
  const account = await trx
    .selectFrom('owners')
    .select(['username', 'firstName', 'lastName', 'email', REACHED_NUMBER.as('phoneNumber')])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  const holder = {
    role: 'account_holder' as const,
    // Others read and hear it: a username may be anything.
    name: fullName(account) ?? (nameFault(account.username) === null ? account.username : 'The account holder'),
    phoneNumber: account.phoneNumber,
    email: account.email,
  }
  const listed = await listedPeople(trx, lovedOneId)
  const contacts = listed.map(({ name, phoneNumber }) => ({ role: 'contact' as const, email: null, name, phoneNumber }))
  await trx
    .insertInto('incidentPeople')
    .values([holder, ...contacts].map((person, position) => ({ incidentId, position, ...person })))
    .execute()
}
