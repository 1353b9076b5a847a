import { type Asked, answeredText } from '#core/contacts/question-text.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { agreementIn } from '#core/understanding/answers/agreement-in.ts'
import { namesIn } from '#core/understanding/plain-words.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type ContactRow, lockContacts } from '../state/contact-rows.ts'
import { type AnsweringDeps, applyAnswer } from './apply-answer.ts'

/** What a text of somebody who was asked to be a contact led to. */
interface ContactAnswer {
  reply: string
  isUnderstood: boolean
  /** Whose contact they are or are not. */
  concerns: { accountId: number; lovedOneId: number }[]
}

/**
 * Takes a text as the answer of a contact: it answers the question that was asked last and is open, or where none is
 * open the last one, and the reply says for whom; a name in it decides among several. Null where the phone was asked
 * nothing, or the text answers nothing and no question is open. `onlyOpen`: it may mean something else, so that only an
 * open question counts. `onlyUnderstood`: null also where it is neither yes nor no.
 */
export async function answerAsContact(
  deps: AnsweringDeps,
  trx: Trx,
  { from, text }: { from: string; text: string },
  { onlyOpen, onlyUnderstood = false }: { onlyOpen: boolean; onlyUnderstood?: boolean },
): Promise<ContactAnswer | null> {
  const asked = askedLast(await lockContacts(trx, { phoneNumber: from }))
  const open = asked.filter(isOpen)
  const inQuestion = onlyOpen ? open : asked
  const names = inQuestion.map(({ lovedOneName }) => sentNameOr(lovedOneName))
  const named = namesIn(text, names)
  const one = (named.length === 1 ? inQuestion[named[0] ?? 0] : undefined) ?? open[0] ?? inQuestion[0]
  if (!one) return null
  const meaning = agreementIn(text, [...names, one.name, askedOf(one).askedBy ?? ''])
  const concerns = [{ accountId: one.accountId, lovedOneId: one.lovedOneId }]
  if (meaning === null) {
    if (open.length === 0 || onlyUnderstood) return null
    return { concerns, reply: answeredText(askedOf(one), { kind: 'not_understood' }, null), isUnderstood: false }
  }
  const isYes = meaning === 'yes'
  const { wasAgreed, wasDeclined } = await applyAnswer(deps, trx, one, { isYes, by: 'text' })
  const other = open.find((another) => another !== one)
  const outcome = isYes ? { kind: 'agreed' as const, wasDeclined } : { kind: 'declined' as const, wasAgreed }
  return { concerns, reply: answeredText(askedOf(one), outcome, other ? askedOf(other) : null), isUnderstood: true }
}

/** One for each loved one, who was asked last first. */
function askedLast(contacts: readonly ContactRow[]): ContactRow[] {
  const asked = contacts
    .filter(({ askedAt }) => askedAt !== null)
    .toSorted((one, other) => (other.askedAt?.getTime() ?? 0) - (one.askedAt?.getTime() ?? 0) || other.id - one.id)
  return [...Map.groupBy(asked, ({ lovedOneId }) => lovedOneId).values()].flatMap((of) => of.slice(0, 1))
}

const isOpen = ({ askedAt, answeredAt, state }: ContactRow): boolean =>
  state !== 'stopped' && askedAt !== null && (answeredAt === null || answeredAt < askedAt)

const askedOf = (contact: ContactRow): Asked => ({
  name: sentNameOr(contact.lovedOneName),
  askedBy: sentFullName(contact),
})
