import { understoodReply } from '#core/escalation/reply.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Alerted, findAlerted } from './who-is-it.ts'

/** What a contact whose phone is the loved one's own was alerted of and is still open: a text from it may be from either of them. */
export async function alertedOfOwn(
  trx: Trx,
  phoneNumber: string,
  { now, lovedOneIds }: { now: Date; lovedOneIds: readonly number[] },
): Promise<Alerted[]> {
  const alerted = await findAlerted(trx, phoneNumber, { now })
  return alerted.filter(
    ({ role, lovedOneId, nextAt }) => role === 'contact' && nextAt !== null && lovedOneIds.includes(lovedOneId),
  )
}

/** A word that means one thing from the loved one and another from their contact. */
const EITHER = /^[\s\p{P}]*(?:[123]|y|ye+s+|yep|yeah|no|nope)[\s\p{P}]*$/iu

/**
 * Whose answer a text from a shared phone is: the contact's when only a contact says it ("I will do it"), the loved
 * one's when it says how they are; a digit, a yes and a no may be either's, and are asked about: one reading would be
 * an all-clear that nobody gave.
 */
export function answerOnSharedPhone(text: string, alerted: readonly Alerted[]): 'alert' | 'check_in' | 'ask' {
  if (EITHER.test(text)) return 'ask'
  const isContacts = alerted.some(({ name }) => {
    const answer = understoodReply(text, name)
    return answer !== null && answer.kind !== 'ok'
  })
  return isContacts ? 'alert' : 'check_in'
}
