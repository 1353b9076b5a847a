import {
  choicesText,
  isByDigit,
  type ReplyOutcome,
  replyText,
  understoodReply,
  whichText,
  whoIsMeant,
} from '#core/escalation/reply.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { answerAlert, ownershipMinutes } from './answer-alert.ts'
import type { Alerted } from './who-is-it.ts'

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
  const { meant, inQuestion } = meantBy(text, alerted)
  const [first] = meant
  if (!first) return { reply: whichText(inQuestion.map(({ name }) => name)), isUnderstood: false, about: inQuestion }
  // Of one name: the same person, whom several accounts look after. In the order of ids, so that nobody waits in a circle.
  const replies: (string | null)[] = []
  for (const one of [...meant].sort((a, b) => a.incidentId - b.incidentId)) {
    replies.push(await answerOne(deps, trx, text, one))
  }
  const [reply = null] = replies
  const notUnderstood = replyText(first.name, { kind: 'not_understood' })
  return { reply: reply ?? notUnderstood, isUnderstood: reply !== null, about: meant }
}

/** Whether it answers one of the alerts; a text that says who is meant may answer only that one. */
export function answersAlert(text: string, alerted: readonly Alerted[]): boolean {
  return alerted.some(({ name }) => understoodReply(text, name) !== null)
}

/** Asks somebody who has answered something else about the incident that nobody has taken on; empty where there is none. */
export function alsoAsked(alerted: readonly Alerted[]): string {
  const running = alerted.find(({ status }) => status === 'running')
  return running ? ` ${choicesText(running.name)}` : ''
}

function meantBy(text: string, alerted: readonly Alerted[]): { meant: Alerted[]; inQuestion: readonly Alerted[] } {
  const unresolved = alerted.filter(({ status }) => status !== 'resolved')
  if (unresolved.length === 0) return { meant: alerted.slice(0, 1), inQuestion: alerted }
  const named = among(text, unresolved)
  if (named.length > 0) return { meant: named, inQuestion: unresolved }
  // What has come to its end without anybody is in question only where nothing else is.
  const open = unresolved.filter(({ nextStepAt }) => nextStepAt !== null)
  const inQuestion = open.length > 0 ? open : unresolved
  return { meant: among(text, inQuestion), inQuestion }
}

function among(text: string, candidates: readonly Alerted[]): Alerted[] {
  const places = whoIsMeant(
    text,
    candidates.map(({ name }) => name),
  )
  return candidates.filter((_, place) => places.includes(place))
}

async function answerOne(
  deps: CareDeps,
  trx: Trx,
  text: string,
  { incidentId, personId, name, phone, status, ownerId }: Alerted,
): Promise<string | null> {
  const answer = understoodReply(text, name)
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
