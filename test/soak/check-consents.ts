import { hourAt, zonesAt } from './check-causes.ts'
import type { Evidence } from './evidence.ts'
import { accountOf, agreedFrom, certainlyAgreedFrom, mayHaveRefused, type No, nosOf } from './nos.ts'

// What somebody has decided about calls holds, stated from what phones pressed and texted.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** A request that is under way when somebody says no may still arrive. */
const ON_ITS_WAY_MS = SECOND
/** How long a request may travel after it was decided. */
const REQUEST_MS = 30 * SECOND
const MAX_RINGS = 3
const UNASKED_FROM_HOUR = 8
const UNASKED_UNTIL_HOUR = 21
const REFUSED = /has asked not to be (?:called|texted)/
const UNASKED = /hasn't agreed to calls yet/
/** Of a first phone, or of a second one. */
const REPORTS_NO = /won't ring (?:or text )?that (?:phone|number)/

type Ring = Evidence['rings'][number]
type Call = Evidence['calls'][number]

const at = (instant: Date | number): string => new Date(instant).toISOString()

/** Whether a call ended because its phone wants no calls, or nobody there has agreed to any yet. */
export const isUnwanted = ({ reason }: Pick<Call, 'reason'>): boolean =>
  REFUSED.test(reason ?? '') || UNASKED.test(reason ?? '')

/** Nobody who said no is rung or texted again, until that phone took it back; a no to one family is about its calls alone. */
export function nobodyWhoSaidNoIsDisturbed(evidence: Evidence): string[] {
  const { rings, texts } = evidence
  const isAfter = (no: No, instant: number) => no.certainFrom + ON_ITS_WAY_MS < instant && instant < no.until
  const isAbout = (no: No, ring: Ring) =>
    no.accountId === null || ('attemptId' in ring.subject && accountOf(evidence, ring) === no.accountId)
  return nosOf(evidence).flatMap((no) => [
    ...rings
      .filter((ring) => ring.to === no.phone && isAfter(no, ring.requestedAt) && isAbout(no, ring))
      .map((ring) => `Rung after a no: ${ring.to} at ${at(ring.requestedAt)}, the no at ${at(no.from)}`),
    ...texts
      .filter((text) => no.isOfTexts && text.to === no.phone && isAfter(no, text.at) && !isReply(evidence, text))
      .map((text) => `Texted after a no: ${text.to} at ${at(text.at)}, the no at ${at(no.from)}`),
  ])
}

/** Whether a text answers what its reader has written. */
function isReply({ messages, written }: Evidence, text: Evidence['texts'][number]): boolean {
  const message = messages.find(({ id }) => id === text.messageId)
  const isAnswer = text.messageId === null || message?.dedupeKey?.startsWith('text-answer:') === true
  return isAnswer && written.some(({ from, at: writtenAt }) => from === text.to && writtenAt <= text.at)
}

/** Nobody who has not agreed is rung more than three times a day, before 8 AM or after 9 PM; nobody is recorded who did not agree to that. */
export function nobodyIsAskedTooMuch(evidence: Evidence): string[] {
  const { numbers, clockErrorMs } = evidence
  return numbers.flatMap((person) => {
    const { lovedOneId } = person
    const agreedAt = agreedFrom(evidence, lovedOneId)
    const theirs = ringsOf(evidence, lovedOneId)
    const unasked = theirs.filter(({ requestedAt }) => requestedAt < agreedAt)
    const tooMany = unasked.filter((ring, index) => {
      const before = unasked[index - MAX_RINGS]
      return before && ring.requestedAt - before.requestedAt < DAY - 2 * clockErrorMs - 2 * REQUEST_MS
    })
    const atNight = unasked.filter(({ requestedAt }) =>
      zonesAt(evidence, lovedOneId, requestedAt).every(
        (zone) =>
          hourAt(requestedAt + clockErrorMs, zone) < UNASKED_FROM_HOUR ||
          hourAt(requestedAt - clockErrorMs - REQUEST_MS, zone) >= UNASKED_UNTIL_HOUR,
      ),
    )
    return [
      ...tooMany.map((ring) => `Rung too often without having agreed: ${ring.to} at ${at(ring.requestedAt)}`),
      ...atNight.map((ring) => `Rung at night without having agreed: ${ring.to} at ${at(ring.requestedAt)}`),
      ...theirs
        .filter((ring) => ring.recordedAt !== null && !mayRecord(person, theirs, ring))
        .map((ring) => `Recorded without having agreed: ${ring.to} at ${at(ring.at)}`),
    ]
  })
}

/** By what they last said to it before the call. */
function mayRecord({ mayBeRecorded }: Evidence['numbers'][number], theirs: readonly Ring[], ring: Ring): boolean {
  const said = theirs
    .filter((one) => one.at < ring.at)
    .flatMap(({ decisions }) => decisions)
    .filter(({ decision, takenAt }) => decision === 'may_record' || (decision === 'no_recording' && takenAt !== null))
  const last = said.toSorted((one, other) => one.pressedAt - other.pressedAt).at(-1)
  return last ? last.decision === 'may_record' : mayBeRecorded
}

/** The rings of somebody's calls, the first one first. */
function ringsOf({ rings, attempts, calls }: Evidence, lovedOneId: number): Ring[] {
  const theirs = new Set(calls.filter((call) => call.lovedOneId === lovedOneId).map(({ id }) => id))
  const own = new Set(attempts.filter(({ callId }) => theirs.has(callId)).map(({ id }) => id))
  return rings
    .filter(({ subject }) => 'attemptId' in subject && own.has(subject.attemptId))
    .toSorted((one, other) => one.requestedAt - other.requestedAt)
}

/** A call is left out only where somebody there said no, or has not agreed; the account holder reads of the latter each time. */
export function onlyANoEndsACall(evidence: Evidence): string[] {
  const { calls, numbers, messages, texts, mails, endedAt } = evidence
  return calls.flatMap((call) => {
    if (!isUnwanted(call) || call.scheduledFor.getTime() >= endedAt) return []
    const person = numbers.find(({ lovedOneId }) => lovedOneId === call.lovedOneId)
    const ended = (call.endedAt ?? call.scheduledFor).getTime()
    const what = `call ${call.id} due ${at(call.scheduledFor)}`
    if (REFUSED.test(call.reason ?? '')) {
      const asked = { phones: person?.phoneNumbers ?? [], accountId: call.accountId, from: call.scheduledFor.getTime() }
      const wasAddedAgain = person !== undefined && wasDeclinedBefore(evidence, person, ended)
      return wasAddedAgain || mayHaveRefused(evidence, { ...asked, to: ended })
        ? []
        : [`Not placed, and nobody said no: ${what}`]
    }
    if (certainlyAgreedFrom(evidence, call.lovedOneId) < call.scheduledFor.getTime()) {
      return [`Not placed although they have agreed: ${what}`]
    }
    const written = messages.filter(({ dedupeKey }) => dedupeKey?.startsWith(`call:${call.id}:unasked:`))
    const isNotified = written.some(({ id }) => [...mails, ...texts].some(({ messageId }) => messageId === id))
    return isNotified ? [] : [`Nobody is notified: ${what} was not placed, since they have not agreed`]
  })
}

/** Under another name of the same account. */
function wasDeclinedBefore(evidence: Evidence, person: Evidence['numbers'][number], by: number): boolean {
  const { accountId, phoneNumbers: phones } = person
  return mayHaveRefused(evidence, { phones, accountId, from: 0, to: by })
}

/** Every account that rings a phone reads once that it said no. */
export function everyNoIsReportedOnce(evidence: Evidence): string[] {
  const { numbers, messages, mails, texts, removed } = evidence
  const gone = new Set(removed.map(({ lovedOneId }) => lovedOneId))
  const left = new Set([...mails, ...texts].map(({ messageId }) => messageId))
  return nosOf(evidence).flatMap((no) => {
    const whose = numbers.filter(
      ({ lovedOneId, accountId, phoneNumbers }) =>
        phoneNumbers.includes(no.phone) &&
        (no.accountId === null || no.accountId === accountId) &&
        !gone.has(lovedOneId),
    )
    return [...new Set(whose.map(({ accountId }) => accountId))].flatMap((accountId) => {
      const people = whose.filter((one) => one.accountId === accountId).length
      const nos = nosOf(evidence).filter(
        ({ phone, accountId: of }) =>
          (of === null || of === accountId) &&
          numbers.some((one) => one.accountId === accountId && one.phoneNumbers.includes(phone)),
      ).length
      const written = messages.filter(
        ({ accountId: of, channel, text }) => of === accountId && channel === 'email' && REPORTS_NO.test(text),
      )
      const isFirst = !nosOf(evidence).some(
        (one) => one.phone === no.phone && one.from < no.from && one.certainUntil >= no.from,
      )
      const isKnown = isFirst && no.certainFrom < Number.POSITIVE_INFINITY
      const isRead = written.some(
        ({ id, createdAt }) => left.has(id) && createdAt.getTime() >= no.from - evidence.clockErrorMs,
      )
      return [
        ...(isKnown && !isRead
          ? [`The account holder was not notified of the no of ${no.phone} at ${at(no.from)}`]
          : []),
        ...(written.length > nos * people ? [`Notified ${written.length} times of ${nos} no of ${no.phone}`] : []),
      ]
    })
  })
}
