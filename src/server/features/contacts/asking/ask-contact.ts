import { isAskedAgain, nextQuestionAt } from '#core/contacts/contact-state.ts'
import { questionText } from '#core/contacts/question-text.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { isEnqueued } from '#server/features/messages/public.ts'
import type { EnqueueNotice } from '#server/features/notifications/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { lockContact } from '../state/contact-rows.ts'
import { syncContactStates } from '../state/refuse-phone.ts'
import { contactTokenOf } from './contact-links.ts'
import { takeDecline } from './take-decline.ts'

export interface AskingDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  publicUrl: string
  enqueueNotice: EnqueueNotice
}

/** Where a contact's own page is. */
export const CONTACT_PAGE = '/agree'

/**
 * What became of a question. `waiting`: the account may use no phones yet, and the question stays due. `not_wanted`:
 * they said no, under this entry or another, or are gone. `no_texts`: their phone takes none, so that they are only rung.
 */
export type QuestionResult = 'asked' | 'waiting' | 'not_wanted' | 'no_texts'

/**
 * Asks a contact by one text whether they agree, in the caller's transaction. A second question to one number for one
 * loved one on the same day is not sent. `isLogged`: it stands in the activity log, where nothing else says so. `by`: the member who wants it.
 */
export async function askContact(
  deps: AskingDeps,
  trx: Trx,
  contactId: number,
  { isLogged = false, by }: { isLogged?: boolean; by?: Actor | undefined } = {},
): Promise<QuestionResult> {
  const now = deps.clock.now()
  const contact = await lockContact(trx, contactId)
  if (!contact || !isAskedAgain(contact.state) || (await takeDecline(trx, contact))) return 'not_wanted'
  const { accountId, lovedOneId, phoneNumber } = contact
  if ((await whyNoPhones(trx, accountId)) !== null) return 'waiting'
  const refusal = await refusalOf(deps, trx, phoneNumber)
  if (refusal?.textsSince || isLandline(phoneNumber)) {
    await trx.updateTable('contacts').set({ askAt: null }).where('id', '=', contactId).execute()
    await syncContactStates(deps, trx, phoneNumber)
    return 'no_texts'
  }
  const day = now.toISOString().slice(0, 10)
  const dedupeKey = `contact:${accountId}:${lovedOneId}:${phoneNumber}:${day}`
  if (!(await isEnqueued(trx, dedupeKey))) {
    await deps.enqueueNotice(trx, {
      ...{ accountId, lovedOneId },
      channel: 'sms',
      recipient: phoneNumber,
      subject: null,
      text: questionText({
        name: sentNameOr(contact.lovedOneName),
        askedBy: sentFullName(by ?? contact),
        link: `${deps.publicUrl}${CONTACT_PAGE}/${await contactTokenOf({ ...deps, db: trx }, contact)}`,
        isAgain: contact.askedAt !== null,
      }),
      dedupeKey,
      isUrgent: false,
    })
  }
  await trx
    .updateTable('contacts')
    .set({ askedAt: now, askAt: nextQuestionAt(now) })
    .where('id', '=', contactId)
    .execute()
  if (!isLogged) return 'asked'
  await recordActivity(trx, {
    accountId,
    activityType: 'contact_updated',
    description: `We asked ${contact.name} to be a contact for ${contact.lovedOneName}`,
    by,
    does: `asked ${contact.name} again to be a contact for ${contact.lovedOneName}`,
    lovedOneId,
  })
  return 'asked'
}
