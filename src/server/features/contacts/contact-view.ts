import type { Contact } from '#contract/people/contacts.ts'
import { standingOf } from '#core/contacts/contact-state.ts'
import { isReachableAt } from '#core/contacts/reachable-now.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { refusalsOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { AVAILABILITY_COLUMNS, availabilityOf, openKeyNote } from './own-page/availability.ts'

export interface ContactViews {
  /** Reads what a phone refuses, and decrypts what contacts write. */
  sealing: Sealing
  clock: Clock
}

function selectContacts(db: Db) {
  return db
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .select([
      'contacts.id',
      'contacts.lovedOneId',
      'contacts.name',
      'contacts.phoneNumber',
      'contacts.contactType',
      'contacts.isEmergencyContact',
      'contacts.relationship',
      'contacts.notes',
      'contacts.state',
      'contacts.askedAt',
      'contacts.answeredAt',
      'contacts.deliveredAt',
      'contacts.createdAt',
      'contacts.keyNote',
      'contacts.keyNoteSealedWith',
      'lovedOnes.timezone',
    ])
    .select(AVAILABILITY_COLUMNS)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectContacts>['execute']>>[number]

/** The contacts of one loved one, in the account holder's order. */
export async function listContacts(
  deps: ContactViews & { db: Db },
  accountId: number,
  lovedOneId: number,
): Promise<Contact[]> {
  await ownLovedOne(deps.db, accountId, lovedOneId)
  return contactsInOrder(deps, deps.db, accountId, lovedOneId)
}

/** As `listContacts`, in a transaction that knows whose loved one it is. */
export async function contactsInOrder(
  deps: ContactViews,
  db: Db,
  accountId: number,
  lovedOneId: number,
): Promise<Contact[]> {
  const contacts = await selectContacts(db)
    .where('contacts.lovedOneId', '=', lovedOneId)
    .where('contacts.accountId', '=', accountId)
    .orderBy('contacts.position')
    .execute()
  return presented(deps, db, contacts)
}

/** One contact of the account. */
export async function findContact(deps: ContactViews, db: Db, accountId: number, contactId: number): Promise<Contact> {
  const contacts = await selectContacts(db)
    .where('contacts.id', '=', contactId)
    .where('contacts.accountId', '=', accountId)
    .execute()
  const [contact] = await presented(deps, db, contacts)
  if (!contact) throw notFound('Contact')
  return contact
}

/** With what their phones refuse: that is stored by number, whichever account has typed it. */
async function presented({ sealing, clock }: ContactViews, db: Db, contacts: readonly Row[]): Promise<Contact[]> {
  const refusals = await refusalsOf(
    { sealing },
    db,
    contacts.map(({ phoneNumber }) => phoneNumber),
  )
  const now = clock.now()
  return contacts.map((contact) => {
    const { id, lovedOneId, name, phoneNumber, contactType, isEmergencyContact, relationship, notes } = contact
    const { state, askedAt, answeredAt, deliveredAt } = contact
    const refusal = refusals.get(phoneNumber)
    const availability = availabilityOf(contact, contact.timezone)
    return {
      ...{ id, lovedOneId, name, phoneNumber, contactType, isEmergencyContact, relationship, notes, state },
      textsStoppedAt: refusal?.textsSince?.toISOString() ?? null,
      callsStoppedAt: refusal?.callsSince?.toISOString() ?? null,
      standing: standingOf(contact, now),
      askedAt: askedAt?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
      lastDeliveredAt: deliveredAt?.toISOString() ?? null,
      availability,
      isReachableNow: isReachableAt(availability, now),
      keyNote: openKeyNote(sealing, contact),
    }
  })
}
