import type { AddContactBody, Contact, EditContactBody } from '#contract/contacts.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { storedNumber } from '#server/platform/international-number.ts'

const COLUMNS = [
  'contacts.id',
  'contacts.lovedOneId',
  'contacts.name',
  'contacts.phoneNumber',
  'contacts.contactType',
  'contacts.isEmergencyContact',
  'contacts.relationship',
  'contacts.notes',
] as const

/** The contacts of one loved one, in the order they were added, which is the order they are told in. */
export async function listContacts(db: Db, accountId: number, lovedOneId: number): Promise<Contact[]> {
  await ownLovedOne(db, accountId, lovedOneId)
  return db
    .selectFrom('contacts')
    .select(COLUMNS)
    .where('lovedOneId', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
}

export function addContact(db: Db, accountId: number, body: AddContactBody): Promise<Contact> {
  return db.transaction().execute(async (trx) => {
    const lovedOne = await ownLovedOne(trx, accountId, body.lovedOneId, 'kept')
    const contact = await trx
      .insertInto('contacts')
      .values({
        accountId,
        lovedOneId: lovedOne.id,
        name: body.name,
        phoneNumber: storedNumber(body.phoneNumber),
        contactType: body.contactType,
        isEmergencyContact: body.isEmergencyContact,
        relationship: body.relationship ?? null,
        notes: body.notes ?? null,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_added',
      description: `${contact.name} added as a contact for ${lovedOne.name}`,
      lovedOneId: lovedOne.id,
    })
    return contact
  })
}

/** Changes what is given and leaves the rest. */
export function editContact(db: Db, accountId: number, contactId: number, body: EditContactBody): Promise<Contact> {
  return db.transaction().execute(async (trx) => {
    const { lovedOneName, ...before } = await lockOwn(trx, accountId, contactId)
    const changes = {
      ...body,
      phoneNumber: body.phoneNumber === undefined ? undefined : storedNumber(body.phoneNumber),
    }
    if (Object.values(changes).every((value) => value === undefined)) return before
    const contact = await trx
      .updateTable('contacts')
      .set(changes)
      .where('id', '=', contactId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_updated',
      description: `Contact ${contact.name} of ${lovedOneName} updated`,
      lovedOneId: contact.lovedOneId,
    })
    return contact
  })
}

export function removeContact(db: Db, accountId: number, contactId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { name, lovedOneId, lovedOneName } = await lockOwn(trx, accountId, contactId)
    await trx.deleteFrom('contacts').where('id', '=', contactId).execute()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_removed',
      description: `${name} removed from the contacts of ${lovedOneName}`,
      lovedOneId,
    })
  })
}

async function lockOwn(trx: Trx, accountId: number, contactId: number) {
  const contact = await trx
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .select([...COLUMNS, 'lovedOnes.name as lovedOneName'])
    .where('contacts.id', '=', contactId)
    .where('contacts.accountId', '=', accountId)
    .forUpdate('contacts')
    .executeTakeFirst()
  if (!contact) throw notFound('Contact')
  return contact
}
