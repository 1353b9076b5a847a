import type { ContactState } from '#core/contacts/contact-state.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota, tooMany } from '#server/platform/visitors/quota.ts'
import { type ContactRow, readContact } from '../state/contact-rows.ts'
import { type AskingDeps, askContact } from './ask-contact.ts'

const DAY = 86_400
const TODAY = "We've asked already today. Please wait until tomorrow before we ask again."
/** Of one number for one account: nobody is pestered. */
const A_MONTH: Quota = {
  name: 'contact asked again, a month',
  limit: 4,
  windowSeconds: 30 * DAY,
  message: "We've asked four times this month. A call from you may do more now.",
}

/** Asks a contact once more, because the account holder wants it: once a day. Nobody who said no is asked. */
export async function askAgain(
  deps: AskingDeps,
  { id: accountId, by }: ActingAccount,
  contactId: number,
): Promise<void> {
  const { db, clock } = deps
  const contact = whereWanted(await readContact(db, contactId), accountId)
  const who = shortName(contact.name)
  await refuseWithoutPhones(db, accountId, `we can't text ${who}`)
  const now = clock.now()
  // As the quotas of an account's own numbers, which go with the account.
  const subject = `${accountId} ${contact.phoneNumber}`
  const againAt = (contact.askedAt?.getTime() ?? 0) + DAY * 1000
  if (againAt > now.getTime()) throw tooMany(TODAY, againAt - now.getTime())
  await spendQuota(db, A_MONTH, subject, now)
  const result = await db.transaction().execute((trx) => askContact(deps, trx, contactId, { isLogged: true, by }))
  // Said no meanwhile, or under another entry.
  if (result === 'not_wanted') whereWanted(await readContact(db, contactId), accountId)
  if (result === 'no_texts')
    throw new AppError('conflict', `${who}'s phone takes no texts. In an alert we ring ${who}.`)
}

/** The contact; refuses one that is not the account's, or that said no. */
function whereWanted(contact: ContactRow | undefined, accountId: number): ContactRow {
  if (!contact || contact.accountId !== accountId) throw notFound('Contact')
  const refused = whyNot(contact.state, shortName(contact.name))
  if (refused) throw new AppError('conflict', refused)
  return contact
}

function whyNot(state: ContactState, who: string): string | null {
  switch (state) {
    case 'declined':
      return `${who} said no, so we don't ask again. ${who} can still say yes, by texting YES or on the page we sent.`
    case 'stopped':
      return `${who} has asked us to stop calls and texts. Only that phone can change this, by texting START.`
    case 'asked':
    case 'agreed':
    case 'unreachable':
      return null
  }
}
