import { choicesText, isByDigit, type ReplyOutcome, replyText, understoodReply } from '#core/escalation/reply.ts'
import { nameAmong, whichText, whoIsMeant } from '#core/escalation/who-is-meant.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { answerAlert, ownershipMinutes } from './answer-alert.ts'
import { type Alerted, personOf } from './who-is-it.ts'

/** What is answered to somebody who was alerted, and which of the incidents it is about. */
export interface AlertedAnswer {
  reply: string
  isUnderstood: boolean
  about: readonly Alerted[]
}

/**
 * Takes the text of somebody who was alerted, perhaps of several people. With more than one of them in question nothing is
 * applied unless the text says who is meant: an all-clear for the wrong one would leave somebody alone.
 */
export async function answerByText(
  deps: CareDeps,
  trx: Trx,
  text: string,
  alerted: readonly Alerted[],
): Promise<AlertedAnswer> {
  const { meant, rest, inQuestion } = meantBy(text, alerted)
  const people = inQuestion.map(personOf)
  if (meant.length === 0) return { reply: whichText(people), isUnderstood: false, about: inQuestion }
  // In the order of ids, so that nobody waits in a circle.
  const replies: { name: string; reply: string | null }[] = []
  for (const one of [...meant].sort((a, b) => a.incidentId - b.incidentId)) {
    const name = nameAmong(personOf(one), people)
    replies.push({ name, reply: await answerOne(deps, trx, { text: rest, name }, one) })
  }
  const isUnderstood = replies.some(({ reply }) => reply !== null)
  return { reply: replyFor(replies), isUnderstood, about: meant }
}

/** One reply for each person, however many accounts look after them; thanks are said once. */
function replyFor(replies: readonly { name: string; reply: string | null }[]): string {
  const ofPersons = replies.filter(({ name }, place) => replies.findIndex((other) => other.name === name) === place)
  const texts = ofPersons.map(({ name, reply }) => reply ?? replyText(name, { kind: 'not_understood' }))
  return texts.map((reply, place) => (place === 0 ? reply : reply.replace(/^Thank you\. /, ''))).join(' ')
}

/** Whether it answers one of the alerts; a text that says who is meant may answer only that one. */
export function answersAlert(text: string, alerted: readonly Alerted[]): boolean {
  const { rest } = whoIsMeant(text, alerted.map(personOf))
  return alerted.some(({ name }) => understoodReply(rest, name) !== null)
}

/** Asks somebody who has answered something else about the incident that nobody has taken on; empty where there is none. */
export function alsoAsked(alerted: readonly Alerted[]): string {
  const running = alerted.find(({ status }) => status === 'running')
  return running ? ` ${choicesText(nameAmong(personOf(running), alerted.map(personOf)))}` : ''
}

interface MeantAmong {
  meant: Alerted[]
  /** The text without what says whom it is about. */
  rest: string
  inQuestion: readonly Alerted[]
}

function meantBy(text: string, alerted: readonly Alerted[]): MeantAmong {
  const unresolved = alerted.filter(({ status }) => status !== 'resolved')
  if (unresolved.length === 0) return { meant: alerted.slice(0, 1), rest: text, inQuestion: alerted }
  const named = among(text, unresolved)
  if (named.meant.length > 0) return named
  // What has come to its end without anybody is in question only where nothing else is.
  const open = unresolved.filter(({ nextStepAt }) => nextStepAt !== null)
  return among(text, open.length > 0 ? open : unresolved)
}

function among(text: string, candidates: readonly Alerted[]): MeantAmong {
  const { places, rest } = whoIsMeant(text, candidates.map(personOf))
  return { meant: candidates.filter((_, place) => places.includes(place)), rest, inQuestion: candidates }
}

async function answerOne(
  deps: CareDeps,
  trx: Trx,
  { text, name }: { text: string; name: string },
  { incidentId, personId, phone, status, ownerId, ...alerted }: Alerted,
): Promise<string | null> {
  const answer = understoodReply(text, alerted.name)
  if (answer === null) return null
  const isTheirs = status === 'owned' && ownerId === personId
  const takes = answer.kind === 'calling' || answer.kind === 'going'
  // Words may come from a phone that answers by itself: they never make somebody look after it for longer.
  if (isTheirs && takes && !isByDigit(text)) return replyText(name, { kind: 'yours_already' })
  const result = await answerAlert(deps, trx, { incidentId, personId, answer })
  const outcome: ReplyOutcome =
    result.kind === 'taken'
      ? {
          kind: 'taken',
          minutes: answer.kind === 'going' ? answer.minutes : null,
          phone: displayPhone(phone),
          ownershipMinutes: ownershipMinutes(deps),
        }
      : result.kind === 'gone'
        ? { kind: 'over', how: '' }
        : result
  return replyText(name, outcome)
}
