import type { Db } from '#server/platform/database.ts'
import type { OpenIncident, PersonToTell } from './incident-state.ts'

interface ListedPerson {
  name: string
  phoneNumber: string
  /** Their phone is one on which the loved one is called: it has just been rung in vain, or help was asked for on it. */
  isOwnPhone: boolean
}

/**
 * Whom the account holder wants told, as the list is now: the contacts marked for emergencies in their order, and the loved
 * one's own emergency contact. Nobody is in it twice because two entries name them. Whatever other role their phone has, they
 * are told: somebody who shares the loved one's phone is somebody.
 */
export async function listedPeople(db: Db, lovedOneId: number): Promise<ListedPerson[]> {
  const { phoneNumber, secondPhoneNumber, emergencyContactName, emergencyContactPhone } = await db
    .selectFrom('lovedOnes')
    .select(['phoneNumber', 'secondPhoneNumber', 'emergencyContactName', 'emergencyContactPhone'])
    .where('id', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  const listed: Omit<ListedPerson, 'isOwnPhone'>[] = await db
    .selectFrom('contacts')
    .select(['name', 'phoneNumber'])
    .where('lovedOneId', '=', lovedOneId)
    .where('isEmergencyContact', '=', true)
    .orderBy('position')
    .execute()
  if (emergencyContactPhone !== null) {
    listed.push({ name: emergencyContactName ?? 'Emergency contact', phoneNumber: emergencyContactPhone })
  }
  const once = listed.filter(
    (person, place) => listed.findIndex((other) => other.phoneNumber === person.phoneNumber) === place,
  )
  return once.map((person) => ({
    ...person,
    isOwnPhone: person.phoneNumber === phoneNumber || person.phoneNumber === secondPhoneNumber,
  }))
}

/** The phones on which a loved one is called. */
export async function ownPhonesOf(db: Db, lovedOneId: number): Promise<Set<string>> {
  const { phoneNumber, secondPhoneNumber } = await db
    .selectFrom('lovedOnes')
    .select(['phoneNumber', 'secondPhoneNumber'])
    .where('id', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  return new Set([phoneNumber, secondPhoneNumber].filter((number) => number !== null))
}

/**
 * Whether a person of an incident still has anything to do with it: a contact who was taken off the list is told nothing
 * further, and their link is not valid any more.
 */
export async function isStillListed(
  db: Db,
  { lovedOneId }: Pick<OpenIncident, 'lovedOneId'>,
  { role, phoneNumber }: Pick<PersonToTell, 'role' | 'phoneNumber'>,
): Promise<boolean> {
  if (role === 'account_holder') return true
  const entry = await db
    .selectFrom('lovedOnes')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.lovedOneId', '=', 'lovedOnes.id').on('contacts.phoneNumber', '=', phoneNumber),
    )
    .select('lovedOnes.id')
    .where('lovedOnes.id', '=', lovedOneId)
    .where((eb) => eb.or([eb('contacts.id', 'is not', null), eb('emergencyContactPhone', '=', phoneNumber)]))
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
