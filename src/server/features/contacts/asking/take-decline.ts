import type { Trx } from '#server/platform/database/database.ts'
import { changeState } from '../state/change-state.ts'
import type { ContactRow } from '../state/contact-rows.ts'

/**
 * Whether the phone of a locked contact has declined under another entry of the same loved one; then the contact is
 * declined as well. With the times of that answer, so that a YES by text still finds the entry once the other is gone.
 */
export async function takeDecline(trx: Trx, contact: ContactRow): Promise<boolean> {
  const { id, accountId, lovedOneId, phoneNumber, name, lovedOneName } = contact
  // A yes counts for every entry with the number: one that has agreed did so after the no.
  if (contact.agreedAt !== null) return false
  const no = await trx
    .selectFrom('contacts')
    .select(['askedAt', 'answeredAt'])
    .where('accountId', '=', accountId)
    .where('lovedOneId', '=', lovedOneId)
    .where('phoneNumber', '=', phoneNumber)
    .where('id', '<>', id)
    .where('state', '=', 'declined')
    .orderBy('answeredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!no) return false
  await changeState(trx, contact, {
    ...no,
    state: 'declined',
    agreedAt: null,
    askAt: null,
    said: `${name} doesn't want to be a contact for ${lovedOneName}`,
    details: 'As that phone has answered before',
  })
  return true
}
