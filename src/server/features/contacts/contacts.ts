import { sql } from 'kysely'
import type { AddContactBody, Contact, EditContactBody, OrderContactsBody } from '#contract/people/contacts.ts'
import { nextQuestionAt } from '#core/contacts/contact-state.ts'
import { isLastReachable } from '#core/contacts/is-last-reachable.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { refuseAdminRefused } from '#server/features/refusals/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import { type AskingDeps, askContact } from './asking/ask-contact.ts'
import { contactsInOrder, findContact } from './contact-view.ts'
import { syncContactStates } from './state/refuse-phone.ts'

export interface ContactsDeps extends AskingDeps {
  /** Countries of the contacts' phones, as ISO 3166 letters. */
  phoneCountries: readonly string[]
  ownNumbers: OwnNumbers
  limits: Limits
}

/**
 * Adds a contact after the present ones, asks them by text whether they agree, and returns the id. Refuses more of them
 * than one loved one may have. With a `key` it happens once, however often it is requested. `hasAgreed`: of the demo's
 * people, who are not asked.
 */
export function addContact(
  deps: ContactsDeps,
  { id: accountId, by }: ActingAccount,
  body: AddContactBody,
  key?: string,
  { hasAgreed = false }: { hasAgreed?: boolean } = {},
): Promise<number> {
  const { db, clock, sealing, phoneCountries: countries, ownNumbers, limits } = deps
  return createOnce(db, { accountId, key, asked: ['contact', body], now: clock.now() }, async (trx) => {
    const lovedOne = await lockLovedOne(trx, accountId, body.lovedOneId)
    const phoneNumber = ordinaryNumber(body.phoneNumber, { countries })
    await refuseAdminRefused({ sealing, ownNumbers }, trx, { phoneNumber })
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
        ...(hasAgreed ? agreedSince(clock.now()) : { askAt: clock.now() }),
        createdAt: clock.now(),
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_added',
      description: `${contact.name} added as a contact for ${lovedOne.name}`,
      by,
      does: `added ${contact.name} as a contact for ${lovedOne.name}`,
      lovedOneId: lovedOne.id,
    })
    await syncContactStates(deps, trx, phoneNumber)
    if (!hasAgreed) await askContact(deps, trx, contact.id, { by })
    return contact.id
  })
}

function agreedSince(now: Date) {
  return { state: 'agreed', answeredAt: now, agreedAt: now, askAt: nextQuestionAt(now) } as const
}

function tooMany(name: string, present: number, most: number): AppError {
  const words = `${name} already has ${present} contacts, and ${most} is the most. Remove one to add another.`
  return new AppError('invalid', words, { field: 'lovedOneId' })
}

/** Changes what is given and leaves the rest. With another number they are asked again, and links sent before open nothing. */
export function editContact(
  deps: ContactsDeps,
  { id: accountId, by }: ActingAccount,
  contactId: number,
  body: EditContactBody,
): Promise<Contact> {
  const { db, phoneCountries: countries } = deps
  return db.transaction().execute(async (trx) => {
    const before = await lockOwn(trx, accountId, contactId)
    const changes = {
      ...body,
      phoneNumber: body.phoneNumber === undefined ? undefined : ordinaryNumber(body.phoneNumber, { countries }),
    }
    await refuseAdminRefused(deps, trx, { phoneNumber: changes.phoneNumber })
    if (Object.values(changes).every((value) => value === undefined))
      return findContact(deps, trx, accountId, contactId)
    const isOtherPhone = changes.phoneNumber !== undefined && changes.phoneNumber !== before.phoneNumber
    const { name } = await trx
      .updateTable('contacts')
      .set(changes)
      .$if(isOtherPhone, (query) =>
        query.set((eb) => ({ ...UNASKED, askAt: deps.clock.now(), linkVersion: eb('linkVersion', '+', 1) })),
      )
      .where('id', '=', contactId)
      .returning('name')
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_updated',
      description: `${before.lovedOneName}'s contact ${name} updated`,
      by,
      does: `updated ${before.lovedOneName}'s contact ${name}`,
      lovedOneId: before.lovedOneId,
    })
    if (isOtherPhone) {
      await syncContactStates(deps, trx, changes.phoneNumber ?? before.phoneNumber)
      await askContact(deps, trx, contactId, { by })
    }
    return findContact(deps, trx, accountId, contactId)
  })
}

/** What was answered from another phone says nothing. */
const UNASKED = { state: 'asked', askedAt: null, answeredAt: null, agreedAt: null, deliveredAt: null } as const

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
    return contactsInOrder(deps, trx, accountId, lovedOneId)
  })
}

/** Removes a contact. The last one who can be reached only with `confirmLast`: a conflict says so before. */
export function removeContact(
  db: Db,
  { id: accountId, by }: ActingAccount,
  contactId: number,
  { confirmLast = false }: { confirmLast?: boolean } = {},
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await ownContact(trx, accountId, contactId).executeTakeFirst()
    if (!before) throw notFound('Contact')
    await lockLovedOne(trx, accountId, before.lovedOneId)
    const contact = await lockOwn(trx, accountId, contactId)
    const { name, lovedOneId, lovedOneName } = contact
    if (!confirmLast && (await isLast(trx, contact))) {
      const who = shortName(lovedOneName)
      const words = `${name} is the last person we can reach for ${who}. Without ${shortName(name)}, there's nobody else we can tell if ${who} needs help.`
      throw new AppError('conflict', words, { field: 'confirmLast' })
    }
    await trx.deleteFrom('contacts').where('id', '=', contactId).execute()
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_removed',
      description: `${name} removed from the contacts of ${lovedOneName}`,
      by,
      does: `removed ${name} from the contacts of ${lovedOneName}`,
      lovedOneId,
    })
  })
}

/** The loved one is locked. */
async function isLast(trx: Trx, contact: Awaited<ReturnType<typeof lockOwn>>): Promise<boolean> {
  const { id, lovedOneId, emergencyContactPhone } = contact
  const others = await trx
    .selectFrom('contacts')
    .select(['phoneNumber', 'state', 'isEmergencyContact'])
    .where('lovedOneId', '=', lovedOneId)
    .where('id', '<>', id)
    .execute()
  return isLastReachable(contact, others, emergencyContactPhone)
}

/** Transactions that add or order contacts wait here for each other; the loved one cannot be removed meanwhile. */
function lockLovedOne(trx: Trx, accountId: number, lovedOneId: number) {
  return ownLovedOne(trx, accountId, lovedOneId, 'locked')
}

function ownContact(trx: Trx, accountId: number, contactId: number) {
  return trx
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .select(['contacts.id', 'contacts.lovedOneId', 'contacts.name', 'contacts.phoneNumber', 'contacts.state'])
    .select(['contacts.isEmergencyContact', 'lovedOnes.name as lovedOneName', 'lovedOnes.emergencyContactPhone'])
    .where('contacts.id', '=', contactId)
    .where('contacts.accountId', '=', accountId)
}

async function lockOwn(trx: Trx, accountId: number, contactId: number) {
  const contact = await ownContact(trx, accountId, contactId).forUpdate('contacts').executeTakeFirst()
  if (!contact) throw notFound('Contact')
  return contact
}
