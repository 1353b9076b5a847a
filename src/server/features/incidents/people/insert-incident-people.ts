import { nameFault } from '#core/names/name-fault.ts'
import { type MemberToNotify, membersToNotify } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { fullName } from '../causes/incident-state.ts'
import { contactsToNotify } from './contacts-to-notify.ts'

/** Inserts who may be notified of a new incident: the members of the circle, the account holder first, then those on the list. */
export async function insertIncidentPeople(
  trx: Trx,
  { incidentId, accountId, lovedOneId, now }: { incidentId: number; accountId: number; lovedOneId: number; now: Date },
): Promise<void> {
  const members = (await membersToNotify(trx, accountId, now)).map(asPerson)
  const entries = await contactsToNotify(trx, lovedOneId)
  const contacts = entries.map(({ name, phoneNumber }) => ({
    role: 'contact' as const,
    email: null,
    name,
    phoneNumber,
  }))
  await trx
    .insertInto('incidentPeople')
    .values([...members, ...contacts].map((person, position) => ({ incidentId, position, ...person })))
    .execute()
}

/** A member as a person of an incident. */
export function asPerson(
  member: Pick<MemberToNotify, 'personId' | 'username' | 'firstName' | 'lastName'> & {
    phoneNumber: string | null
    email: string | null
  },
) {
  const { personId, username, phoneNumber, email } = member
  return {
    ...{ role: 'member' as const, personId, phoneNumber, email },
    // Others read and hear it: a username may be anything.
    name: fullName(member) ?? (nameFault(username) === null ? username : 'The account holder'),
  }
}
