import { isReachableState } from '#core/contacts/contact-state.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { bouncedText } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { answeredState, changeState } from './change-state.ts'
import { lockContacts } from './contact-rows.ts'

/** A text of an account arrived at a phone: its contacts with that number are reached again. In the transaction of the fact. */
export async function noteDelivered(
  trx: Trx,
  { accountId, recipient }: { accountId: number | null; recipient: string },
  now: Date,
): Promise<void> {
  if (accountId === null) return
  for (const contact of await lockContacts(trx, { accountId, phoneNumber: recipient })) {
    const isBack = contact.state === 'unreachable'
    const state = isBack ? answeredState(contact) : contact.state
    await changeState(trx, contact, { state, deliveredAt: now, said: `Our texts reach ${contact.name} again` })
  }
}

/**
 * A text did not arrive, as the network says: the account's contacts with that number cannot be reached. Not a
 * landline, which takes no texts and is rung instead; nor a text that we held back ourselves.
 */
export async function noteUndelivered(trx: Trx, messageId: number): Promise<void> {
  const bounced = await bouncedText(trx, messageId)
  if (!bounced || isLandline(bounced.phoneNumber)) return
  for (const contact of await lockContacts(trx, bounced)) {
    if (!isReachableState(contact.state)) continue
    await changeState(trx, contact, {
      state: 'unreachable',
      said: `Our text to ${contact.name} didn't arrive`,
      details: 'Please check the number',
    })
  }
}
