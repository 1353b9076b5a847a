import { sql } from 'kysely'
import type { AddContactBody, Contact, EditContactBody, OrderContactsBody } from '#contract/people/contacts.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { refusalsOf, refuseAdminRefused } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { createOnce } from '#server/platform/http/create-once.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'

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

/** With what their phones refuse: that is stored by number, whichever account has typed it. */
async function present<Row extends { phoneNumber: string }>(
  deps: Pick<ContactsDeps, 'sealing'>,
  db: Db,
  contacts: readonly Row[],
): Promise<(Row & { textsStoppedAt: string | null; callsStoppedAt: string | null })[]> {
  const refusals = await refusalsOf(
    deps,
    db,
    contacts.map(({ phoneNumber }) => phoneNumber),
  )
  return contacts.map((contact) => {
    const refusal = refusals.get(contact.phoneNumber)
    return {
      ...contact,
      textsStoppedAt: refusal?.textsSince?.toISOString() ?? null,
      callsStoppedAt: refusal?.callsSince?.toISOString() ?? null,
    }
  })
}

async function presentOne<Row extends { phoneNumber: string }>(
  deps: Pick<ContactsDeps, 'sealing'>,
  db: Db,
  contact: Row,
) {
  const [presented] = await present(deps, db, [contact])
  if (!presented) throw notFound('Contact')
  return presented
}

/** The contacts of one loved one, in the account holder's order. */
export async function listContacts(deps: ContactsDeps, accountId: number, lovedOneId: number): Promise<Contact[]> {
  await ownLovedOne(deps.db, accountId, lovedOneId)
  return inOrder(deps, deps.db, accountId, lovedOneId)
}

export interface ContactsDeps {
  db: Db
  /** Looks up what a phone refuses. */
  sealing: Sealing
  clock: Clock
  /** Countries of the contacts' phones, as ISO 3166 letters. */
  phoneCountries: readonly string[]
  /** The number that calls come from. */
  ownNumber?: string | undefined
  limits: Limits
}

/**
 * Adds a contact after the present ones and returns the id. Refuses more of them than one loved one may have. With a
 * `key` it happens once, however often it is requested.
 */
export function addContact(
  { db, clock, sealing, phoneCountries: countries, ownNumber, limits }: ContactsDeps,
  accountId: number,
  body: AddContactBody,
  key?: string,
): Promise<number> {
  return createOnce(db, { accountId, key, asked: ['contact', body], now: clock.now() }, async (trx) => {
    const lovedOne = await lockLovedOne(trx, accountId, body.lovedOneId)
    const phoneNumber = ordinaryNumber(body.phoneNumber, { countries })
    await refuseAdminRefused({ sealing, ownNumber }, trx, { phoneNumber })
    const { last, present } = await trx
      .selectFrom('contacts')
      .select((select) => [
        select.fn.max<number | null>('position').as('last'),
        select.fn.countAll<number>().as('present'),
      ])
      .where('lovedOneId', '=', lovedOne.id)
      .executeTakeFirstOrThrow()
    if (limits.contacts > 0 && present >= limits.contacts) throw tooMany(lovedOne.name, present, limits.contacts)
    const contact = await trx
      .insertInto('contacts')
      .values({
        accountId,
        lovedOneId: lovedOne.id,
        name: body.name,
        phoneNumber,
        contactType: body.contactType,
        isEmergencyContact: body.isEmergencyContact,
        relationship: body.relationship ?? null,
        notes: body.notes ?? null,
        position: (last ?? 0) + 1,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_added',
      description: `${contact.name} added as a contact for ${lovedOne.name}`,
      lovedOneId: lovedOne.id,
    })
    return contact.id
  })
}

function tooMany(name: string, present: number, most: number): AppError {
  const words = `${name} already has ${present} contacts, and ${most} is the most. Remove one to add another.`
  return new AppError('invalid', words, { field: 'lovedOneId' })
}

/** One contact of the account. */
export async function findContact(deps: ContactsDeps, accountId: number, contactId: number): Promise<Contact> {
  const contact = await deps.db
    .selectFrom('contacts')
    .select(COLUMNS)
    .where('id', '=', contactId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!contact) throw notFound('Contact')
  return presentOne(deps, deps.db, contact)
}

/** Changes what is given and leaves the rest. */
export function editContact(
  deps: ContactsDeps,
  accountId: number,
  contactId: number,
  body: EditContactBody,
): Promise<Contact> {
  const { db, phoneCountries: countries } = deps
  return db.transaction().execute(async (trx) => {
    const { lovedOneName, ...before } = await lockOwn(trx, accountId, contactId)
    const changes = {
      ...body,
      phoneNumber: body.phoneNumber === undefined ? undefined : ordinaryNumber(body.phoneNumber, { countries }),
    }
    await refuseAdminRefused(deps, trx, { phoneNumber: changes.phoneNumber })
    if (Object.values(changes).every((value) => value === undefined)) return presentOne(deps, trx, before)
    const contact = await trx
      .updateTable('contacts')
      .set(changes)
      .where('id', '=', contactId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_updated',
      description: `${lovedOneName}'s contact ${contact.name} updated`,
      lovedOneId: contact.lovedOneId,
    })
    return presentOne(deps, trx, contact)
  })
}

/** Puts all contacts of a loved one into a new order and returns them. An order with one too few or too many is a conflict. */
export function orderContacts(
  deps: ContactsDeps,
  accountId: number,
  { lovedOneId, contactIds }: OrderContactsBody,
): Promise<Contact[]> {
  return deps.db.transaction().execute(async (trx) => {
    await lockLovedOne(trx, accountId, lovedOneId)
    const present = await trx.selectFrom('contacts').select('id').where('lovedOneId', '=', lovedOneId).execute()
    const isWhole = present.length === contactIds.length && present.every(({ id }) => contactIds.includes(id))
    if (!isWhole) throw new AppError('conflict', 'The contacts have changed. Please look again.')
    await trx
      .updateTable('contacts')
      .set({ position: sql<number>`array_position(${contactIds}::bigint[], contacts.id)` })
      .where('lovedOneId', '=', lovedOneId)
      .execute()
    return inOrder(deps, trx, accountId, lovedOneId)
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

/** Transactions that add or order contacts wait here for each other; the loved one cannot be removed meanwhile. */
function lockLovedOne(trx: Trx, accountId: number, lovedOneId: number) {
  return ownLovedOne(trx, accountId, lovedOneId, 'locked')
}

async function inOrder(
  deps: Pick<ContactsDeps, 'sealing'>,
  db: Db,
  accountId: number,
  lovedOneId: number,
): Promise<Contact[]> {
  const contacts = await db
    .selectFrom('contacts')
    .select(COLUMNS)
    .where('lovedOneId', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .orderBy('position')
    .execute()
  return present(deps, db, contacts)
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
