import { type Expression, type ExpressionBuilder, expressionBuilder } from 'kysely'
import { SAID_NO } from '#core/contacts/contact-state.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'

interface ContactToNotify {
  name: string
  phoneNumber: string
}

/**
 * The people the account holder wants notified, as the list is now: the contacts marked for emergencies in their order,
 * and the loved one's own emergency contact. A person with two entries is in it once. People are notified whatever
 * other role their phone has, such as the loved one's own number. Nobody while the account may use no phones. Not those
 * who declined, or want no calls and no texts, under any entry. A contact whom texts do not reach is in it: the ladder notifies them last.
 */
export async function contactsToNotify(db: Db, lovedOneId: number): Promise<ContactToNotify[]> {
  const { accountId, emergencyContactName, emergencyContactPhone, mayOwnContactBeNotified } = await db
    .selectFrom('lovedOnes')
    .select(['accountId', 'emergencyContactName', 'emergencyContactPhone'])
    .select((eb) =>
      eb
        .not(hasSaidNo(eb.ref('lovedOnes.id'), eb.ref('lovedOnes.emergencyContactPhone')))
        .as('mayOwnContactBeNotified'),
    )
    .where('id', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  if ((await whyNoPhones(db, accountId)) !== null) return []
  const listed: ContactToNotify[] = await db
    .selectFrom('contacts')
    .select(['name', 'phoneNumber'])
    .where('lovedOneId', '=', lovedOneId)
    .where('isEmergencyContact', '=', true)
    .where((eb) => eb.not(hasSaidNo(eb.ref('contacts.lovedOneId'), eb.ref('contacts.phoneNumber'))))
    .orderBy('position')
    .execute()
  if (emergencyContactPhone !== null && mayOwnContactBeNotified) {
    listed.push({ name: emergencyContactName ?? 'Emergency contact', phoneNumber: emergencyContactPhone })
  }
  return listed.filter(
    (person, index) => listed.findIndex((other) => other.phoneNumber === person.phoneNumber) === index,
  )
}

/**
 * As a query: whether an entry of the loved one's list with that number has said no, which counts for every other entry
 * with it.
 */
function hasSaidNo(lovedOneId: Expression<number>, phoneNumber: Expression<string | null>) {
  const eb = expressionBuilder<Database, never>()
  return eb.exists(
    eb
      .selectFrom('contacts as entry')
      .select('entry.id')
      .where('entry.lovedOneId', '=', lovedOneId)
      .where('entry.phoneNumber', '=', phoneNumber)
      .where('entry.state', 'in', SAID_NO),
  )
}

/** As a query: whether a person still is to be notified of an incident, as `isToBeNotified` says. */
export function stillToBeNotified(eb: ExpressionBuilder<Database, 'incidents' | 'incidentPeople'>) {
  // A message to a member is for them alone, also where a contact has the same phone.
  const asMember = eb.and([
    eb('incidentPeople.role', '=', 'member'),
    eb.exists(
      eb
        .selectFrom('members')
        .select('members.personId')
        .whereRef('members.accountId', '=', 'incidents.accountId')
        .whereRef('members.personId', '=', 'incidentPeople.personId'),
    ),
  ])
  const asContact = eb.and([
    eb.not(hasSaidNo(eb.ref('incidents.lovedOneId'), eb.ref('incidentPeople.phoneNumber'))),
    eb.or([
      eb.exists(
        eb
          .selectFrom('contacts')
          .select('contacts.id')
          .whereRef('contacts.lovedOneId', '=', 'incidents.lovedOneId')
          .whereRef('contacts.phoneNumber', '=', 'incidentPeople.phoneNumber'),
      ),
      eb.exists(
        eb
          .selectFrom('lovedOnes')
          .select('lovedOnes.id')
          .whereRef('lovedOnes.id', '=', 'incidents.lovedOneId')
          .whereRef('lovedOnes.emergencyContactPhone', '=', 'incidentPeople.phoneNumber'),
      ),
    ]),
  ])
  return eb.or([asMember, eb.and([eb('incidentPeople.role', '=', 'contact'), asContact])])
}

/**
 * Whether a person of an incident is still a member or contact: one who was removed is not notified and has no valid link. A contact who is
 * only no longer marked for emergencies gets no further alert (`contactsToNotify`), but keeps the link and learns how it ended.
 */
export async function isStillMemberOrContact(
  db: Db,
  { lovedOneId }: Pick<OpenIncident, 'lovedOneId'>,
  { role, isCurrentMember, phoneNumber }: Pick<PersonToNotify, 'role' | 'isCurrentMember' | 'phoneNumber'>,
): Promise<boolean> {
  if (role === 'member') return isCurrentMember
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

/** Whether news of an incident still goes to one of its people: not to one who was removed, nor to a contact who said no meanwhile. */
export async function isToBeNotified(
  db: Db,
  { id, lovedOneId }: Pick<OpenIncident, 'id' | 'lovedOneId'>,
  { role, isCurrentMember, phoneNumber }: Pick<PersonToNotify, 'role' | 'isCurrentMember' | 'phoneNumber'>,
): Promise<boolean> {
  if (role === 'member') return isCurrentMember
  const person = await db
    .selectFrom('incidents')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select('incidentPeople.id')
    .where('incidents.id', '=', id)
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    .where('incidentPeople.role', '=', 'contact')
    .where((eb) => stillToBeNotified(eb))
    .limit(1)
    .executeTakeFirst()
  return person !== undefined
}
