import { choicesText, isByDigit, type ReplyOutcome, replyText, understoodReply } from '#core/escalation/reply.ts'
import { isSamePerson, nameAmong, whichText, whoIsMeant } from '#core/escalation/who-is-meant.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { ownedUntilInWords } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Alerted, personOf } from '../who-is-it.ts'
import { answerAlert } from './answer-alert.ts'

/** What is answered to an alerted person, and which of the incidents it is about. */
export interface AlertedAnswer {
  reply: string
  isUnderstood: boolean
  about: readonly Alerted[]
}

/** Takes the text of somebody who was alerted. Where it may mean several people nothing is applied unless it says who is meant. */
export async function answerByText(
  deps: CareDeps,
  trx: Trx,
  { text, sentAt }: { text: string; sentAt?: Date | undefined },
  alerted: readonly Alerted[],
): Promise<AlertedAnswer> {
  const { meant, rest, inQuestion } = meantBy(text, alerted, sentAt ?? deps.clock.now())
  const people = inQuestion.map(personOf)
  if (meant.length === 0)
    return { reply: whichText(people, digitOf(text, inQuestion)), isUnderstood: false, about: inQuestion }
  // In the order of ids, to avoid a deadlock.
  const replies: Reply[] = []
  for (const one of [...meant].sort((a, b) => a.incidentId - b.incidentId)) {
    const name = nameAmong(personOf(one), people)
    const reply = await answerOne(deps, trx, { text: rest, name, sentAt }, one)
    replies.push({ name, reply, endedHow: one.status === 'resolved' ? (one.endedHow ?? '') : null })
  }
  const isUnderstood = replies.some(({ reply }) => reply !== null)
  return { reply: replyFor(replies), isUnderstood, about: meant }
}

/** The digit of the answer that a text gives, about whichever loved one; 1 when it gives none. */
function digitOf(text: string, inQuestion: readonly Alerted[]): '1' | '2' | '3' {
  const kinds = new Set(inQuestion.map(({ name }) => understoodReply(text, name)?.kind))
  if (kinds.has('ok')) return '3'
  return kinds.has('cannot') ? '2' : '1'
}

interface Reply {
  name: string
  /** Null when it was not understood. */
  reply: string | null
  /** How the incident ended; null while it goes on: an incident that is over is not asked about. */
  endedHow: string | null
}

/** One reply for each loved one, however many accounts care for them; thanks are said once. */
function replyFor(replies: readonly Reply[]): string {
  const ofPersons = replies.filter(({ name }, place) => replies.findIndex((other) => other.name === name) === place)
  const texts = ofPersons.map(
    ({ name, reply, endedHow }) =>
      reply ?? replyText(name, endedHow === null ? { kind: 'not_understood' } : { kind: 'over', how: endedHow }),
  )
  return texts.map((reply, place) => (place === 0 ? reply : reply.replace(/^Thank you\. /, ''))).join(' ')
}

/** Whether it answers one of the alerts; a text that says who is meant may answer only that one. */
export function answersAlert(text: string, alerted: readonly Alerted[]): boolean {
  const { rest } = whoIsMeant(text, alerted.map(personOf))
  return alerted.some(({ name }) => understoodReply(rest, name) !== null)
}

/** Asks a person who answered about something else whether they take on the incident without an owner; empty if every incident has one. */
export function alsoAsked(alerted: readonly Alerted[]): string {
  const running = alerted.find(({ status }) => status === 'running')
  return running ? ` ${choicesText(nameAmong(personOf(running), alerted.map(personOf)))}` : ''
}

interface MeantAmong {
  meant: Alerted[]
  /** The text without the part that says whom it is about. */
  rest: string
  inQuestion: readonly Alerted[]
}

/** An answer may be on its way while its incident ends: for this long an ended incident counts beside others. */
const JUST_ENDED_MS = 5 * 60_000

function meantBy(text: string, alerted: readonly Alerted[], writtenAt: Date): MeantAmong {
  const unresolved = alerted.filter(({ status }) => status !== 'resolved')
  if (unresolved.length === 0) return { meant: alerted.slice(0, 1), rest: text, inQuestion: alerted }
  const ended = justEnded(alerted, unresolved, writtenAt)
  const named = among(text, [...unresolved, ...ended])
  if (named.meant.length > 0) return named
  // An incident that ended unowned counts only when there is no other.
  const open = unresolved.filter(({ nextAt }) => nextAt !== null)
  return among(text, [...(open.length > 0 ? open : unresolved), ...ended])
}

/** Incidents that others have ended a moment ago, about loved ones without another open incident. */
function justEnded(alerted: readonly Alerted[], inQuestion: readonly Alerted[], writtenAt: Date): Alerted[] {
  const since = new Date(writtenAt.getTime() - JUST_ENDED_MS)
  return alerted.filter(
    (one) =>
      one.status === 'resolved' &&
      one.endedAt !== null &&
      one.endedAt >= since &&
      !one.hasEndedIt &&
      !inQuestion.some((other) => isSamePerson(personOf(one), personOf(other))),
  )
}

function among(text: string, candidates: readonly Alerted[]): MeantAmong {
  const { places, rest } = whoIsMeant(text, candidates.map(personOf))
  return { meant: candidates.filter((_, place) => places.includes(place)), rest, inQuestion: candidates }
}

async function answerOne(
  deps: CareDeps,
  trx: Trx,
  { text, name, sentAt }: { text: string; name: string; sentAt: Date | undefined },
  { incidentId, incidentPersonId, phone, status, ownerId, ...alerted }: Alerted,
): Promise<string | null> {
  const answer = understoodReply(text, alerted.name)
  if (answer === null) return null
  const isTheirs = status === 'owned' && ownerId === incidentPersonId
  const takes = answer.kind === 'calling' || answer.kind === 'going'
  // Words may come from a phone that answers by itself: they never extend the time of an owner.
  if (isTheirs && takes && !isByDigit(text)) return replyText(name, { kind: 'yours_already' })
  const result = await answerAlert(deps, trx, { incidentId, incidentPersonId, answer, sentAt, by: 'sms' })
  const outcome: ReplyOutcome =
    result.kind === 'took'
      ? {
          kind: 'took',
          minutes: answer.kind === 'going' ? answer.minutes : null,
          phone: displayPhone(phone),
          until: await ownedUntilInWords(trx, incidentId),
        }
      : result.kind === 'gone'
        ? { kind: 'over', how: '' }
        : result
  return replyText(name, outcome)
}
