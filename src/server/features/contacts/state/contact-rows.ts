import type { Db, Trx } from '#server/platform/database/database.ts'

/** What decides, and follows from, the state of a contact; with the loved one and who added them. */
export type ContactRow = Awaited<ReturnType<typeof lockContacts>>[number]

function selectContacts(db: Db) {
  return db
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'contacts.accountId')
    .select(['contacts.id', 'contacts.accountId', 'contacts.lovedOneId', 'contacts.name', 'contacts.phoneNumber'])
    .select(['contacts.state', 'contacts.askAt', 'contacts.askedAt', 'contacts.answeredAt', 'contacts.agreedAt'])
    .select(['contacts.createdAt', 'contacts.linkVersion', 'lovedOnes.name as lovedOneName', 'lovedOnes.timezone'])
    .select(['owners.firstName', 'owners.lastName'])
}

/** Contacts with a number, of every account or of one, locked in the order of their ids. */
export function lockContacts(trx: Trx, { phoneNumber, accountId }: { phoneNumber: string; accountId?: number }) {
  return selectContacts(trx)
    .where('contacts.phoneNumber', '=', phoneNumber)
    .$if(accountId !== undefined, (query) => query.where('contacts.accountId', '=', accountId ?? 0))
    .orderBy('contacts.id')
    .forUpdate('contacts')
    .execute()
}

/** One contact, locked; undefined if it does not exist. */
export function lockContact(trx: Trx, contactId: number) {
  return selectContacts(trx).where('contacts.id', '=', contactId).forUpdate('contacts').executeTakeFirst()
}

/** One contact as it is now; undefined if it does not exist. */
export function readContact(db: Db, contactId: number) {
  return selectContacts(db).where('contacts.id', '=', contactId).executeTakeFirst()
}
