import { strangerText } from '#core/call-script/call-back-script.ts'
import {
  type CheckInReply,
  checkInReplyText,
  namedInText,
  understoodCheckInText,
} from '#core/call-script/check-in-text.ts'
import { isByDigit, type ReplyOutcome, replyText, textWish, understoodReply } from '#core/escalation/reply.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { hasQuota, type Quota } from '#server/platform/quota.ts'
import { answerAlert, ownershipMinutes } from './answer-alert.ts'
import { answerReminder } from './answer-reminder.ts'
import { type Approach, checkIn, openReminders } from './check-in.ts'
import { cryForHelp } from './cry-for-help.ts'
import { applyTextWish } from './text-stops.ts'
import { type Alerted, findAlerted, lockPeopleAt, lovedOnesOf, type NamedPerson } from './who-is-it.ts'

interface InboundText {
  from: string
  text: string
  providerMessageId: string
}

/** What is answered, whom it concerns, and which calls are over by it. */
interface Understood {
  reply: string | null
  accountId: number | null
  lovedOneId: number | null
  concluded: number[]
}

/** Whoever Cooee does not know is told once a day who it is: two machines must not write to each other for ever. */
const STRANGERS: Quota = { name: 'answers to strangers', limit: 1, windowSeconds: 86_400, message: 'Answered already' }
/** The same for somebody whose phone answers every text by itself. */
const NOT_UNDERSTOOD: Quota = {
  name: 'answers to nonsense',
  limit: 5,
  windowSeconds: 3600,
  message: 'Answered already',
}
const LONGEST_TEXT = 1600

/** Takes a text message: keeps it, tells other systems of it, and does what it asks for. Once, however often it comes. */
export async function takeText(
  deps: CareDeps,
  trx: Trx,
  inbound: InboundText,
): Promise<Pick<Understood, 'reply' | 'concluded'>> {
  const { from, providerMessageId } = inbound
  // PostgreSQL keeps no NUL in a text.
  const text = inbound.text.replaceAll('\0', '').slice(0, LONGEST_TEXT)
  const receivedAt = deps.clock.now()
  const kept = await trx
    .insertInto('inboundTexts')
    .values({ providerMessageId, phoneNumber: from || null, text, receivedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('providerMessageId')
    .executeTakeFirst()
  const ours = () => trx.selectFrom('inboundTexts').where('providerMessageId', '=', providerMessageId)
  if (!kept) return { reply: (await ours().select('reply').executeTakeFirst())?.reply ?? null, concluded: [] }
  const { reply, accountId, lovedOneId, concluded } = await understand(deps, trx, { ...inbound, text })
  await trx
    .updateTable('inboundTexts')
    .set({ reply, accountId, lovedOneId })
    .where('providerMessageId', '=', providerMessageId)
    .execute()
  await recordEvent(trx, {
    event: 'sms.received',
    accountId,
    data: { messageId: providerMessageId, from: from || null, text, lovedOneId, receivedAt: receivedAt.toISOString() },
  })
  return { reply, concluded }
}

const NOBODY = { accountId: null, lovedOneId: null, concluded: [] }

async function understand(deps: CareDeps, trx: Trx, inbound: InboundText): Promise<Understood> {
  const { from, text } = inbound
  // A name in the place of a number, or a short code: a machine that cannot be answered.
  if (from === '') return { ...NOBODY, reply: null }
  const now = deps.clock.now()
  const people = await lockPeopleAt(trx, from)
  const lovedOnes = lovedOnesOf(people)
  const exceptLovedOnes = lovedOnes.map(({ id }) => id)
  const alerted = await findAlerted(trx, from, { now, orOver: people.length === 0, exceptLovedOnes })
  const [first] = lovedOnes
  const whom = first
    ? { accountId: first.accountId, lovedOneId: first.id }
    : { accountId: alerted?.accountId ?? null, lovedOneId: alerted?.lovedOneId ?? null }
  const wish = textWish(text)
  const flagged = wish ? await applyTextWish(deps, trx, from, wish) : null
  // The provider answers these itself, and after STOP takes nothing that we would answer.
  if (wish === 'stop' || wish === 'start')
    return { ...whom, accountId: whom.accountId ?? flagged, reply: null, concluded: [] }
  if (alerted && (people.length === 0 || understoodReply(text, alerted.name) !== null)) {
    const reply = await fromAlerted(deps, trx, inbound, alerted)
    return { ...whom, reply, concluded: [] }
  }
  if (people.length > 0) return { ...whom, ...(await fromLovedOne(deps, trx, inbound, people)) }
  const mayAnswer = await hasQuota(trx, STRANGERS, from, now)
  return { ...NOBODY, accountId: flagged, reply: mayAnswer ? strangerText(deps.publicUrl) : null }
}

async function fromAlerted(
  deps: CareDeps,
  trx: Trx,
  { from, text }: InboundText,
  { incidentId, personId, name, phone, status, ownerId }: Alerted,
): Promise<string | null> {
  const answer = understoodReply(text, name)
  if (answer === null) return notUnderstood(deps, trx, from, replyText(name, { kind: 'not_understood' }))
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

async function notUnderstood(deps: CareDeps, trx: Trx, from: string, reply: string): Promise<string | null> {
  return (await hasQuota(trx, NOT_UNDERSTOOD, from, deps.clock.now())) ? reply : null
}

async function fromLovedOne(
  deps: CareDeps,
  trx: Trx,
  { from, text, providerMessageId }: InboundText,
  people: readonly NamedPerson[],
): Promise<Pick<Understood, 'reply' | 'concluded'>> {
  const approach: Approach = { by: 'text', providerId: providerMessageId, text }
  const isShared = people.length > 1
  const isChoice = isShared && /^\W*[1-9]\W*$/.test(text)
  const names = people.map(({ name }) => name)
  const meaning = isChoice ? 'fine' : understoodCheckInText(text, names)
  if (meaning === 'help') {
    const since = deps.clock.now()
    const concluded: number[] = []
    for (const lovedOne of lovedOnesOf(people)) {
      concluded.push(...(await cryForHelp(deps, trx, lovedOne, { approach, since })))
    }
    return { reply: checkInReplyText({ kind: 'help' }), concluded }
  }
  const choices = people.map(({ name, key }) => ({ name, digit: key }))
  if (meaning === null) {
    const reply: CheckInReply = isShared ? { kind: 'who', choices } : { kind: 'not_understood' }
    return { reply: await notUnderstood(deps, trx, from, checkInReplyText(reply)), concluded: [] }
  }
  const meant = isShared ? people.filter((_, place) => namedInText(text, names).includes(place)) : people
  if (meant.length === 0) return { reply: checkInReplyText({ kind: 'who', choices }), concluded: [] }
  return meaning === 'fine'
    ? noteFine(deps, trx, { approach, meant, people })
    : noteReminder(deps, trx, { approach, meant, people, isDone: meaning === 'taken' })
}

interface Writing {
  approach: Approach
  /** Of those at the number, whom the text is about. */
  meant: readonly NamedPerson[]
  people: readonly NamedPerson[]
}

async function noteFine(
  deps: CareDeps,
  trx: Trx,
  { approach, meant, people }: Writing,
): Promise<Pick<Understood, 'reply' | 'concluded'>> {
  const concluded: number[] = []
  let openQuestion: string | null = null
  for (const lovedOne of lovedOnesOf(meant)) {
    const done = await checkIn(deps, trx, lovedOne, approach)
    concluded.push(...done.concluded)
    openQuestion ??= done.asks[0]?.localTime ?? null
  }
  const others = people.filter((person) => !meant.includes(person)).map(({ name, key }) => ({ name, digit: key }))
  const names = meant.map(({ name }) => name)
  return { reply: checkInReplyText({ kind: 'noted', names, others, openQuestion }), concluded }
}

/** What is said of a reminder is said by the person: it is a check-in as well. */
async function noteReminder(
  deps: CareDeps,
  trx: Trx,
  { isDone, ...writing }: Writing & { isDone: boolean },
): Promise<Pick<Understood, 'reply' | 'concluded'>> {
  const { approach, meant } = writing
  const whose: { lovedOne: NamedPerson['lovedOnes'][number]; callId: number }[] = []
  for (const lovedOne of lovedOnesOf(meant)) {
    const [open] = await openReminders(deps, trx, lovedOne)
    if (open) whose.push({ lovedOne, callId: open.callId })
  }
  // "Done" of somebody who was asked nothing says that they are up and about; "not yet" says nothing.
  if (whose.length === 0) {
    if (isDone) return noteFine(deps, trx, writing)
    return { reply: checkInReplyText({ kind: 'not_understood' }), concluded: [] }
  }
  const { concluded } = await noteFine(deps, trx, writing)
  let isCalledAgain = false
  for (const { lovedOne, callId } of whose) {
    const response = isDone ? 'acknowledged' : 'not_yet'
    const done = await answerReminder(deps, trx, lovedOne, { callId, response, approach })
    if (done.isConcluded) concluded.push(callId)
    isCalledAgain ||= done.isCalledAgain
  }
  const name = whose[0]?.lovedOne.name ?? ''
  return { reply: checkInReplyText(isDone ? { kind: 'taken', name } : { kind: 'not_yet', isCalledAgain }), concluded }
}
