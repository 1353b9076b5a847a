import { CONTACT_LINK_NOT_VALID, type ContactPage, type EditContactPageBody } from '#contract/people/contact-page.ts'
import { sentFullName } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { contactCardUrl } from '#server/features/own-number/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type OwnNumbers, ownNumberOr } from '#server/platform/phones/own-numbers.ts'
import { applyAnswer } from '../asking/apply-answer.ts'
import type { AskingDeps } from '../asking/ask-contact.ts'
import { contactOfToken } from '../asking/contact-links.ts'
import type { ContactRow } from '../state/contact-rows.ts'
import { refusePhone } from '../state/refuse-phone.ts'
import { AVAILABILITY_COLUMNS, availabilityOf, openKeyNote, storedAvailability } from './availability.ts'

export interface ContactPageDeps extends AskingDeps {
  ownNumbers: OwnNumbers
  /** Stops what rings a phone that wants nothing any more; after the commit. */
  onStopped(phoneNumber: string): Promise<void>
}

const notValid = () => new AppError('not_found', CONTACT_LINK_NOT_VALID)

/** Whose page a link opens; refuses one that is not valid without a reason. */
export async function contactOfLink(deps: ContactPageDeps, token: string): Promise<ContactRow> {
  const contact = await contactOfToken(deps, token)
  if (!contact) throw notValid()
  return contact
}

/** What the page shows. Nothing but names of the loved one, and nothing of other contacts. */
export async function viewContactPage(deps: ContactPageDeps, { id }: Pick<ContactRow, 'id'>): Promise<ContactPage> {
  const row = await deps.db
    .selectFrom('contacts')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'contacts.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'contacts.accountId')
    .select(AVAILABILITY_COLUMNS)
    .select(['contacts.id', 'contacts.name', 'contacts.state', 'contacts.keyNote', 'contacts.keyNoteSealedWith'])
    .select([
      'lovedOnes.name as lovedOneName',
      'lovedOnes.timezone',
      'lovedOnes.rungFrom',
      'owners.firstName',
      'owners.lastName',
    ])
    .where('contacts.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notValid()
  const number = ownNumberOr(deps.ownNumbers, row.rungFrom)
  return {
    name: row.name,
    lovedOneName: row.lovedOneName,
    askedBy: sentFullName(row),
    state: row.state,
    ...availabilityOf(row, row.timezone),
    keyNote: openKeyNote(deps.sealing, row),
    ownNumber: displayPhone(number),
    vcardUrl: contactCardUrl({ ...deps, number }),
  }
}

/** Applies what a contact chooses on their page, as often as they like. Stop ends calls and texts to that phone for everybody. */
export async function answerOnPage(
  deps: ContactPageDeps,
  contact: ContactRow,
  answer: 'yes' | 'no' | 'stop',
): Promise<void> {
  const { phoneNumber } = contact
  if (answer === 'stop') {
    await deps.db
      .transaction()
      .execute((trx) => refusePhone(deps, trx, { phoneNumber, calls: true, texts: true, how: 'form' }))
    return deps.onStopped(phoneNumber)
  }
  if (contact.state === 'stopped') {
    const { ownNumber } = await viewContactPage(deps, contact)
    const how = `Your phone has asked us to stop calls and texts. To change that, text START to ${ownNumber} from it.`
    throw new AppError('conflict', how)
  }
  await deps.db.transaction().execute((trx) => applyAnswer(deps, trx, contact, { isYes: answer === 'yes', by: 'page' }))
}

/** Writes down when a contact can be reached and how far they are, for this loved one alone. */
export async function saveAvailability(
  deps: ContactPageDeps,
  contact: ContactRow,
  body: EditContactPageBody,
): Promise<void> {
  const changes = storedAvailability(deps.sealing, contact.id, body)
  if (Object.keys(changes).length === 0) return
  await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('contacts')
      .set(changes)
      .where('id', '=', contact.id)
      .where('linkVersion', '=', contact.linkVersion)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notValid()
    await recordActivity(trx, {
      accountId: contact.accountId,
      activityType: 'contact_updated',
      description: `${contact.name} told us when we can reach them`,
      details: `For ${contact.lovedOneName}`,
      lovedOneId: contact.lovedOneId,
    })
  })
}
