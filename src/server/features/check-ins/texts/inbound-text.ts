import { strangerText } from '#core/call-script/call-back-script.ts'
import {
  type CheckInReply,
  checkInReplyText,
  commonReply,
  namedInText,
  understoodCheckInText,
} from '#core/call-script/check-in-text.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { whoIsWritingText } from '#core/escalation/reply.ts'
import { REMOVED_OTHER_TEXT, REMOVED_SINCE_TEXT } from '#core/escalation/texts/removed-text.ts'
import { minutesAt } from '#core/languages/spoken-instant.ts'
import type { ReadText } from '#core/languages/text-commands.ts'
import type { Wording } from '#core/languages/wording.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { understandingIn } from '#core/understanding/understanding-in.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { answerAsContact } from '#server/features/contacts/public.ts'
import { recordEvents, sealEventWords } from '#server/features/events/public.ts'
import { wasAlertedOfRemoved } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { hasQuota, type Quota } from '#server/platform/visitors/quota.ts'
import { type Approach, checkIn, openReminders } from '../check-in.ts'
import { raiseHelpRequest } from '../raise-help-request.ts'
import { alertedOfOwn, answerOnSharedPhone } from '../shared-phone.ts'
import {
  type Alerted,
  belongsToSeveral,
  commonName,
  commonWording,
  findAlerted,
  type Household,
  isShared,
  type KnownLovedOne,
  lockHouseholdsAt,
  lovedOnesOf,
  type NamedPerson,
  withKey,
} from '../who-is-it.ts'
import { alsoAsked, answerByText, answersAlert } from './alerted-text.ts'
import { answerReminder } from './answer-reminder.ts'
import { openInboundText, sealInboundText, sealReply } from './inbound-text-words.ts'
import { languagesAt, readInTheirLanguages } from './read-in-their-languages.ts'
import { replyToQuestion } from './reply-to-question.ts'
import { takeAwayCommand } from './take-away-command.ts'
import { takeRefusal } from './text-refusal.ts'

interface InboundText {
  from: string
  text: string
  providerMessageId: string
  /** When it was sent, if that was not just now: it had no callback. */
  sentAt?: Date
}

interface TakenIn extends InboundText {
  /** Several accounts hold the number: each hears what was meant, and none reads the words. */
  belongsToOthers: boolean
}

/** A text of somebody who is called, as the rules read it, and how they are written to. */
interface Read {
  read: ReadText
  wording: Wording
}

/** What was taken: `isNew` unless it had been taken before. */
export interface TakenText {
  reply: string | null
  /** The account whose people it concerns; null for several accounts, or none. */
  accountId: number | null
  /** Calls that ended by it. */
  concluded: number[]
  /** Set when the phone refuses calls now: what is under way to it must be stopped after the transaction. */
  refusedBy: string | null
  isNew: boolean
}

/** Somebody whom a text concerns. */
interface Concerned {
  accountId: number
  lovedOneId: number | null
}

/** The reply, whom it concerns, and which calls ended by it. */
interface Understood {
  reply: string | null
  concerns: readonly Concerned[]
  concluded: number[]
  /** The phone refuses calls now: what is under way to it must be stopped. */
  stopsCalls?: boolean
}

/** A sender unknown to Cooee gets one reply a day that says who we are: two machines must not write to each other for ever. */
const STRANGERS: Quota = { name: 'answers to strangers', limit: 1, windowSeconds: 86_400, message: 'Answered already' }
/** A phone that answers every text by itself gets as few replies. */
const NOT_UNDERSTOOD: Quota = {
  name: 'answers to nonsense',
  limit: 5,
  windowSeconds: 3600,
  message: 'Answered already',
}
/** All replies to one number: a phone that answers every reply soon gets none, and costs no more. */
const ANSWERS: readonly Quota[] = [
  { name: 'answers by text, 10 minutes', limit: 6, windowSeconds: 600, message: 'Answered already' },
  { name: 'answers by text, a day', limit: 20, windowSeconds: 86_400, message: 'Answered already' },
]
const LONGEST_TEXT = 1600
/** After this time a text is no answer any more; only a request for help still counts, and nobody waits for a reply. */
const STALE_MS = 3 * 3_600_000

/**
 * Takes a text message: stores it, reports it to other systems, and does what it asks for. Once, however often it
 * comes.
 */
export async function takeText(deps: CareDeps, trx: Trx, inbound: InboundText): Promise<TakenText> {
  const { from, providerMessageId } = inbound
  // PostgreSQL keeps no NUL in a text.
  const text = inbound.text.replaceAll('\0', '').slice(0, LONGEST_TEXT)
  const receivedAt = inbound.sentAt ?? deps.clock.now()
  const kept = await trx
    .insertInto('inboundTexts')
    .values({
      providerMessageId,
      phoneNumber: from || null,
      receivedAt,
      ...sealInboundText(deps, providerMessageId, text),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('providerMessageId')
    .executeTakeFirst()
  if (!kept) {
    const known = await trx
      .selectFrom('inboundTexts')
      .select(['providerMessageId', 'text', 'sealedWith', 'reply', 'replySealedWith', 'accountId'])
      .where('providerMessageId', '=', providerMessageId)
      .executeTakeFirst()
    const before = known ? openInboundText(deps, known).reply : null
    return { reply: before, accountId: known?.accountId ?? null, concluded: [], refusedBy: null, isNew: false }
  }
  const belongsToOthers = from !== '' && (await belongsToSeveral(trx, from))
  const { concerns, concluded, ...answer } = await understand(deps, trx, { ...inbound, text, belongsToOthers })
  const reply = isStale(deps, inbound) ? null : answer.reply
  const ofAccounts = [...Map.groupBy(concerns, ({ accountId }) => accountId).values()].flatMap((of) => of.slice(0, 1))
  const [only = NOBODY, ...others] = ofAccounts
  const isOnlyTheirs = others.length === 0 && !belongsToOthers
  await trx
    .updateTable('inboundTexts')
    .set({ ...sealReply(deps, providerMessageId, reply), ...(isOnlyTheirs ? only : NOBODY) })
    .where('providerMessageId', '=', providerMessageId)
    .execute()
  const data = { messageId: providerMessageId, from: from || null, receivedAt: receivedAt.toISOString() }
  // When several accounts have that number the recipient is unknown: none of them may read it.
  const events = (ofAccounts.length > 0 ? ofAccounts : [NOBODY]).map(({ accountId, lovedOneId }) => ({
    event: 'sms.received' as const,
    accountId,
    data: { ...data, text: null, lovedOneId },
    ...(isOnlyTheirs && { words: sealEventWords(deps, providerMessageId, text) }),
  }))
  await recordEvents(trx, events)
  const refusedBy = answer.stopsCalls ? from : null
  return { reply, accountId: only.accountId, concluded, refusedBy, isNew: true }
}

const isStale = ({ clock }: CareDeps, { sentAt }: InboundText): boolean =>
  sentAt !== undefined && clock.now().getTime() - sentAt.getTime() > STALE_MS

const NOBODY = { accountId: null, lovedOneId: null }

function isCry(households: readonly Household[], { words, language }: ReadText): boolean {
  return households.some(
    ({ people, askedBy }) =>
      understoodCheckInText(words, [...people.map(({ name }) => name), askedBy], language) === 'help',
  )
}

async function understand(deps: CareDeps, trx: Trx, inbound: TakenIn): Promise<Understood> {
  const { from, text } = inbound
  // A name in place of a number, or a short code: a machine that cannot be answered.
  if (from === '') return { concerns: [], concluded: [], reply: null }
  const now = deps.clock.now()
  const households = await lockHouseholdsAt(trx, from)
  const wording = commonWording(households)
  const people = households.flatMap((household) => household.people)
  const read = readInTheirLanguages(text, households)
  const languages = languagesAt(households, read)
  const lovedOnes = lovedOnesOf(people)
  const isCalled = lovedOnes.length > 0
  const exceptLovedOnes = lovedOnes.map(({ id }) => id)
  const known = await findAlerted(trx, from, { now, orOver: true, exceptLovedOnes })
  // An ended incident is news to a contact; a loved one writes about themselves.
  const alerted = isCalled ? known.filter(({ status }) => status !== 'resolved') : known
  const concerns = (isCalled ? lovedOnes : alerted).map(concernedBy)
  const refusal = isCry(households, read) ? null : await takeRefusal(deps, trx, { from, text, wording, languages })
  if (refusal) {
    const all = [...concerns, ...refusal.accountIds.map((accountId) => ({ accountId, lovedOneId: null }))]
    const answer = refusal.reply && (await withinQuota(deps, trx, from, { reply: refusal.reply, isUnderstood: true }))
    return { concerns: all, reply: answer, concluded: [], stopsCalls: refusal.stopsCalls }
  }
  // What answers an alert keeps its meaning; beside one that is over, only an open question is answered.
  const mayBeContact = !isCalled && !isCry(households, read) && known.every(({ status }) => status === 'resolved')
  const asContact = mayBeContact ? await answerAsContact(deps, trx, inbound, { onlyOpen: known.length > 0 }) : null
  if (asContact) return { ...asContact, reply: await withinQuota(deps, trx, from, asContact), concluded: [] }
  if (isStale(deps, inbound) && !(isCry(households, read) && !answersAlert(text, alerted))) {
    return { concerns, reply: null, concluded: [] }
  }
  const away = isCalled ? await takeAwayCommand(deps, trx, read.words, households) : null
  if (away) return { concerns, reply: await withinQuota(deps, trx, from, away), concluded: [] }
  const aboutOwn = isCalled ? await alertedOfOwn(trx, from, { now, lovedOneIds: exceptLovedOnes }) : []
  const ofShared = aboutOwn.length > 0 ? answerOnSharedPhone(text, aboutOwn) : 'check_in'
  if (ofShared === 'alert') {
    const { reply, isUnderstood, about } = await answerByText(deps, trx, inbound, aboutOwn)
    const answer = await withinQuota(deps, trx, from, { reply, isUnderstood })
    return { concerns: about.map(concernedBy), reply: answer, concluded: [] }
  }
  if (ofShared === 'ask') {
    const reply = whoIsWritingText(aboutOwn.map(({ name }) => name))
    return { concerns, reply: await withinQuota(deps, trx, from, { reply, isUnderstood: false }), concluded: [] }
  }
  // "Yes" and "all OK" of a loved one are about themselves; whether they also answer the alert is asked.
  const { isBareYes, isBareAllClear } = understandingIn(read.language)
  const isOwn = isBareYes(read.words) || isBareAllClear(read.words)
  const isForAlert = alerted.length > 0 && (!isCalled || (answersAlert(text, alerted) && !isOwn))
  if (isForAlert) {
    const { reply: given, isUnderstood, about } = await answerByText(deps, trx, inbound, known)
    const isOfRemoved = !isUnderstood && (await wasAlertedOfRemoved(trx, from, now))
    const reply = isOfRemoved ? `${given} ${REMOVED_OTHER_TEXT}` : given
    const answer = await withinQuota(deps, trx, from, { reply, isUnderstood })
    return { concerns: about.map(concernedBy), reply: answer, concluded: [] }
  }
  if (isCalled) {
    const { reply, isUnderstood, concluded } = await fromLovedOnes(deps, trx, { ...inbound, wording }, households)
    const other = isUnderstood
      ? null
      : await answerAsContact(deps, trx, inbound, { onlyOpen: true, onlyUnderstood: true })
    if (other) return { ...other, reply: await withinQuota(deps, trx, from, other), concluded }
    const asked = isOwn ? `${reply}${alsoAsked(alerted)}` : reply
    return { concerns, reply: await withinQuota(deps, trx, from, { reply: asked, isUnderstood }), concluded }
  }
  if (await wasAlertedOfRemoved(trx, from, now)) {
    const reply = await withinQuota(deps, trx, from, { reply: REMOVED_SINCE_TEXT, isUnderstood: true })
    return { concerns, reply, concluded: [] }
  }
  const mayAnswer = await hasQuota(trx, STRANGERS, from, now)
  return { concerns, reply: mayAnswer ? strangerText(deps.publicUrl) : null, concluded: [] }
}

const concernedBy = (one: KnownLovedOne | Alerted): Concerned => ({
  accountId: one.accountId,
  lovedOneId: 'lovedOneId' in one ? one.lovedOneId : one.id,
})

/** The reply to an answer: nothing once the number has had enough of them. The request was still carried out. */
async function withinQuota(
  deps: CareDeps,
  trx: Trx,
  from: string,
  { reply, isUnderstood }: { reply: string; isUnderstood: boolean },
): Promise<string | null> {
  const quotas = isUnderstood ? ANSWERS : [NOT_UNDERSTOOD, ...ANSWERS]
  for (const quota of quotas) if (!(await hasQuota(trx, quota, from, deps.clock.now()))) return null
  return reply
}

interface Taken {
  reply: CheckInReply
  concluded: number[]
}

/** Every account takes the text for its own people, as if there were no other; help is for everybody. */
async function fromLovedOnes(
  deps: CareDeps,
  trx: Trx,
  { text, providerMessageId, sentAt, belongsToOthers, wording }: TakenIn & Pick<Read, 'wording'>,
  households: readonly Household[],
): Promise<{ reply: string; isUnderstood: boolean; concluded: number[] }> {
  const approach: Approach = { by: 'text', providerId: providerMessageId, text, sentAt, belongsToOthers }
  const taken: Taken[] = []
  for (const household of households) {
    // In their own languages, whatever those of another account are.
    const read = readInTheirLanguages(text, [household])
    taken.push(await fromHousehold(deps, trx, { approach, read, wording }, household))
  }
  const name = commonName(households.flatMap(({ people }) => people))
  const reply = commonReply(
    taken.map((one) => one.reply),
    name,
  )
  return {
    reply: checkInReplyText(reply, wording),
    isUnderstood: reply.kind !== 'who' && reply.kind !== 'not_understood' && reply.kind !== 'unclear',
    concluded: taken.flatMap(({ concluded }) => concluded),
  }
}

async function fromHousehold(
  deps: CareDeps,
  trx: Trx,
  { approach, read, wording }: Read & { approach: Approach },
  household: Household,
): Promise<Taken> {
  const { people, askedBy } = household
  const names = people.map(({ name }) => name)
  const meaning = understoodCheckInText(read.words, [...names, askedBy], read.language)
  if (meaning === 'help') {
    const since = deps.clock.now()
    const concluded: number[] = []
    for (const lovedOne of lovedOnesOf(people)) {
      concluded.push(...(await raiseHelpRequest(deps, trx, lovedOne, { approach, since })))
    }
    return { reply: { kind: 'help' }, concluded }
  }
  const choices = withKey(people).map(({ name }) => name)
  if (meaning === null) {
    const toQuestion = await replyToQuestion(deps, trx, approach, {
      lovedOnes: lovedOnesOf(people),
      names: [...names, askedBy],
      ...{ read, wording },
    })
    if (toQuestion) return toQuestion
    return { reply: isShared(household) ? { kind: 'who', choices } : { kind: 'not_understood' }, concluded: [] }
  }
  const named = people.filter((_, place) => namedInText(read.words, names, read.language).includes(place))
  const meant = !isShared(household) ? people : named.length > 0 ? named : await onlyOneAsked(trx, people)
  if (meant.length === 0) return { reply: { kind: 'who', choices }, concluded: [] }
  return meaning === 'fine'
    ? noteFine(deps, trx, { ...{ approach, meant, people }, read, wording })
    : noteReminder(deps, trx, {
        ...{ approach, meant, people, read, wording },
        isDone: meaning === 'taken',
        names: [...names, askedBy],
      })
}

/** Of people who share a phone the one who was asked by text: a reply to that question names nobody. Empty where several were, or none. */
async function onlyOneAsked(trx: Trx, people: readonly NamedPerson[]): Promise<NamedPerson[]> {
  const asked = await trx
    .selectFrom('calls')
    .select('lovedOneId')
    .where(
      'lovedOneId',
      'in',
      lovedOnesOf(people).map(({ id }) => id),
    )
    .where('asksBy', '=', 'text')
    .where('status', '=', 'in_progress')
    .where('cancelledAt', 'is', null)
    .execute()
  const ofThem = people.filter(({ lovedOnes }) =>
    lovedOnes.some(({ id }) => asked.some(({ lovedOneId }) => lovedOneId === id)),
  )
  return ofThem.length === 1 ? ofThem : []
}

interface Writing extends Read {
  approach: Approach
  /** The people at the number whom the text is about. */
  meant: readonly NamedPerson[]
  people: readonly NamedPerson[]
}

async function noteFine(deps: CareDeps, trx: Trx, { approach, meant, people, wording }: Writing): Promise<Taken> {
  const concluded: number[] = []
  let openQuestion: string | null = null
  for (const lovedOne of lovedOnesOf(meant)) {
    const done = await checkIn(deps, trx, lovedOne, approach)
    concluded.push(...done.concluded)
    const [open] = done.asks
    openQuestion ??= open ? wording.forms.writtenTime(minutesAt(open.dueAt, lovedOne.timezone)) : null
  }
  const others = withKey(people)
    .filter((person) => !meant.includes(person))
    .map(({ name }) => name)
  const names = meant.map(({ name }) => name)
  return { reply: { kind: 'noted', names, others, openQuestion }, concluded }
}

/** What is said about a reminder is said by the person: it is a check-in as well. */
async function noteReminder(
  deps: CareDeps,
  trx: Trx,
  { isDone, names, ...writing }: Writing & { isDone: boolean; names: readonly string[] },
): Promise<Taken> {
  const { approach, meant } = writing
  const whose: { lovedOne: NamedPerson['lovedOnes'][number]; callId: number }[] = []
  for (const lovedOne of lovedOnesOf(meant)) {
    const [open] = await openReminders(deps, trx, lovedOne, approach)
    if (open) whose.push({ lovedOne, callId: open.callId })
  }
  // "Done" without an open question says that they are up and about; "not yet" says nothing.
  if (whose.length === 0) {
    if (isDone) return noteFine(deps, trx, writing)
    const toQuestion = await replyToQuestion(deps, trx, approach, {
      ...{ lovedOnes: lovedOnesOf(meant), names, read: writing.read, wording: writing.wording },
    })
    return toQuestion ?? { reply: { kind: 'not_understood' }, concluded: [] }
  }
  const { concluded } = await noteFine(deps, trx, writing)
  let isCalledAgain = false
  let asksBy: AsksBy = 'call'
  for (const { lovedOne, callId } of whose) {
    const response = isDone ? 'acknowledged' : 'not_yet'
    const done = await answerReminder(deps, trx, lovedOne, { callId, response, approach })
    if (done.isConcluded) concluded.push(callId)
    isCalledAgain ||= done.isCalledAgain
    if (done.asksBy === 'text') asksBy = 'text'
  }
  const name = sentNameOr(whose[0]?.lovedOne.name ?? '')
  return { reply: isDone ? { kind: 'taken', name } : { kind: 'not_yet', isCalledAgain, asksBy }, concluded }
}
