import type { Updateable } from 'kysely'
import type { ContactState } from '#core/contacts/contact-state.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { ContactsTable } from '#server/platform/database/schema/loved-ones.ts'
import type { ContactRow } from './contact-rows.ts'

type Changes = Omit<Updateable<ContactsTable>, 'state'>

/**
 * Puts a locked contact into a state, and reports it to other systems where that state is another one. `said`: the
 * sentence of the activity log; null where somebody else writes it.
 */
export async function changeState(
  trx: Trx,
  contact: ContactRow,
  {
    state,
    said,
    details = null,
    ...changes
  }: Changes & { state: ContactState; said: string | null; details?: string | null },
): Promise<void> {
  const { id, accountId, lovedOneId } = contact
  await trx
    .updateTable('contacts')
    .set({ ...changes, state })
    .where('id', '=', id)
    .execute()
  await announceChange(trx, accountId, 'activity')
  if (state === contact.state) return
  if (said !== null) {
    await recordActivity(trx, { accountId, activityType: 'contact_updated', description: said, details, lovedOneId })
  }
  await recordEvent(trx, {
    event: 'contact.changed',
    accountId,
    data: { contactId: id, lovedOneId, state, previousState: contact.state },
  })
}

/** The state of a contact whose phone takes texts again: what they answered last. */
export function answeredState({ agreedAt, answeredAt }: Pick<ContactRow, 'agreedAt' | 'answeredAt'>): ContactState {
  if (agreedAt !== null) return 'agreed'
  return answeredAt === null ? 'asked' : 'declined'
}
