import { nextQuestionAt } from '#core/contacts/contact-state.ts'
import { contactDeclinedText } from '#core/contacts/declined-text.ts'
import { type EnqueueNotice, notifyMembers } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { changeState } from '../state/change-state.ts'
import { type ContactRow, lockContacts } from '../state/contact-rows.ts'

export interface AnsweringDeps {
  clock: Clock
  publicUrl: string
  enqueueNotice: EnqueueNotice
}

/** What the answer changed: what they had answered before. */
export interface AnswerApplied {
  wasAgreed: boolean
  wasDeclined: boolean
}

/**
 * Writes down a yes or a no of a contact, whenever it comes and however often, for every entry that the account has of
 * that phone for that loved one. The account holder gets a message about a no, once.
 */
export async function applyAnswer(
  deps: AnsweringDeps,
  trx: Trx,
  { accountId, lovedOneId, phoneNumber }: Pick<ContactRow, 'accountId' | 'lovedOneId' | 'phoneNumber'>,
  { isYes, by }: { isYes: boolean; by: 'text' | 'page' },
): Promise<AnswerApplied> {
  const now = deps.clock.now()
  const own = (await lockContacts(trx, { accountId, phoneNumber })).filter((one) => one.lovedOneId === lovedOneId)
  const details = by === 'text' ? 'By text' : 'On their own page'
  const applied = {
    wasAgreed: own.some(({ agreedAt }) => agreedAt !== null),
    wasDeclined: own.some(({ state }) => state === 'declined'),
  }
  for (const contact of own) {
    const { name, lovedOneName } = contact
    const said = isYes
      ? `${name} agreed to be a contact for ${lovedOneName}`
      : `${name} doesn't want to be a contact for ${lovedOneName}`
    if (contact.state === 'stopped') {
      // Only START lets us reach that phone again; what they answered counts from then on.
      await changeState(trx, contact, { state: 'stopped', said, answeredAt: now, agreedAt: isYes ? now : null })
    } else if (isYes) {
      const since = { answeredAt: now, agreedAt: now, askAt: nextQuestionAt(now) }
      await changeState(trx, contact, { ...since, state: 'agreed', said, details })
    } else {
      await changeState(trx, contact, {
        state: 'declined',
        answeredAt: now,
        agreedAt: null,
        askAt: null,
        said,
        details,
      })
      if (contact.state !== 'declined') await notifyOfDecline(deps, trx, contact, now)
    }
  }
  return applied
}

async function notifyOfDecline(deps: AnsweringDeps, trx: Trx, contact: ContactRow, now: Date): Promise<void> {
  const { id, accountId, name, lovedOneId, lovedOneName } = contact
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'missedCalls',
    text: contactDeclinedText({
      name,
      lovedOneName,
      link: `${deps.publicUrl}/contacts?lovedOneId=${lovedOneId}`,
    }),
    key: `contact-declined:${id}:${now.getTime()}`,
    isUrgent: false,
  })
}
