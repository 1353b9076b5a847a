import type { Trx } from '#server/platform/database/database.ts'
import { asPerson } from './insert-incident-people.ts'

/**
 * Adds a member who answers an open incident on a screen and is not among its people: they have not confirmed an
 * address, so nothing is sent to them. Their number and address follow with the next sync of the members. Does nothing
 * for somebody who is no member.
 */
export async function addAnsweringMember(
  trx: Trx,
  { incidentId, accountId, personId }: { incidentId: number; accountId: number; personId: number },
): Promise<void> {
  const member = await trx
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['members.personId', 'people.firstName', 'people.lastName', 'people.username'])
    .where('members.accountId', '=', accountId)
    .where('members.personId', '=', personId)
    .executeTakeFirst()
  if (!member) return
  const { last } = await trx
    .selectFrom('incidentPeople')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('incidentId', '=', incidentId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('incidentPeople')
    .values({ incidentId, position: (last ?? 0) + 1, ...asPerson({ ...member, phoneNumber: null, email: null }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
