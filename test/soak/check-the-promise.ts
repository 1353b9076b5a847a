import type { CallType } from '#core/calls/call-vocabulary.ts'
import {
  contactsWaitForTheCatchUp,
  everyCauseIsNotified,
  hourAt,
  oldMissesWaitForTheMorning,
  whoWasNotRungIsRung,
  zonesAt,
} from './check-causes.ts'
import {
  everyNoIsReportedOnce,
  isUnwanted,
  nobodyIsAskedTooMuch,
  nobodyWhoSaidNoIsDisturbed,
  onlyANoEndsACall,
} from './check-consents.ts'
import {
  everyIncidentEndsByAPerson,
  helpRingsSoon,
  nobodyIsDisturbedAfterAnAnswer,
  onePersonHasOneIncident,
  onePhoneRingsOnceAtATime,
  theHolderIsNotifiedSoon,
  triesKeepTheirDistance,
} from './check-incidents.ts'
import { aReplyCounts, textsAskInTime, whoIsAskedByTextIsNotRung } from './check-texts.ts'
import { onlyWhoIsAwayIsLeftOut, whoIsAwayIsNotRung } from './check-times-away.ts'
import type { Evidence } from './evidence.ts'
import { isAboutCalls, mayHaveRefused } from './nos.ts'

// States the promise independently: nothing here is taken from the code that keeps it.

const MINUTE = 60_000
const GRACE_MINUTES: Record<CallType, number> = {
  daily_check_in: 60,
  wellness_check: 60,
  medication_reminder: 30,
  wake_up_call: 15,
}
/** How long a request may travel after the last instant at which it may begin. */
const REQUEST_MS = 30_000
const FINAL = ['completed', 'missed', 'failed', 'voicemail']
const CANCELLED = /^Cancelled/
const SUSPENDED = /^Your calls are suspended/

type Call = Evidence['calls'][number]

/** One sentence for each way in which the promise was broken; empty where it was kept. */
export function brokenPromises(evidence: Evidence): string[] {
  return RULES.flatMap((rule) => rule(evidence))
}

const RULES: readonly ((evidence: Evidence) => string[])[] = [
  everyDueCallIsThere,
  nothingElseIsPlaced,
  catchUpsMakeUpForSomething,
  everyCallHasOneEnd,
  everyAttemptRingsOnce,
  onePhoneAtATime,
  nobodyIsRungAtAnotherTime,
  nobodyIsRungAfterCancelling,
  whoIsSuspendedIsNotRung,
  whoIsAwayIsNotRung,
  onlyWhoIsAwayIsLeftOut,
  nobodyWhoSaidNoIsDisturbed,
  nobodyIsAskedTooMuch,
  onlyANoEndsACall,
  everyNoIsReportedOnce,
  whatIsAnsweredCounts,
  nobodyIsWellWhoDidNotSaySo,
  noAlarmThatNobodyRaised,
  everybodyIsNotified,
  everyCauseIsNotified,
  whoWasNotRungIsRung,
  contactsWaitForTheCatchUp,
  oldMissesWaitForTheMorning,
  theHolderIsNotifiedSoon,
  helpIsNotified,
  helpRingsSoon,
  nobodyIsDisturbedAfterAnAnswer,
  triesKeepTheirDistance,
  everyIncidentEndsByAPerson,
  onePersonHasOneIncident,
  onePhoneRingsOnceAtATime,
  everyIncidentGoesOn,
  nobodyIsForgotten,
  nobodyIsNotifiedTwice,
  whatIsSaidToBeSentHasLeft,
  whoIsAskedByTextIsNotRung,
  textsAskInTime,
  aReplyCounts,
  nothingIsLeftOpen,
]

function everyDueCallIsThere({ promised, calls }: Evidence): string[] {
  return promised.flatMap(({ scheduleId, callId, dueAt, lovedOneId }) => {
    const what = `the call to loved one ${lovedOneId} due ${at(dueAt)}`
    const found = calls.filter(
      (call) =>
        (callId === null ? call.scheduleId === scheduleId : call.id === callId) &&
        call.scheduledFor.getTime() === dueAt,
    )
    if (found.length === 1) return []
    return [found.length === 0 ? `Lost: ${what}` : `Booked ${found.length} times: ${what}`]
  })
}

function nothingElseIsPlaced({ promised, removed, calls, endedAt }: Evidence): string[] {
  const isGone = new Set(removed.map(({ lovedOneId }) => lovedOneId))
  const known = new Set(promised.map(({ scheduleId, callId, dueAt }) => `${callId ?? `s${scheduleId}`} ${dueAt}`))
  return (
    calls
      .filter(({ extraOfScheduleId, scheduledFor }) => extraOfScheduleId === null && scheduledFor.getTime() < endedAt)
      // Left out, and not placed: whether rightly is asked elsewhere.
      .filter(({ status }) => status !== 'away')
      .filter(({ lovedOneId, catchUpFor }) => !isGone.has(lovedOneId) && catchUpFor === null)
      .filter(({ id, scheduleId, scheduledFor }) => {
        const due = scheduledFor.getTime()
        return !known.has(`s${scheduleId} ${due}`) && !known.has(`${id} ${due}`)
      })
      .map(({ id, scheduledFor }) => `Not asked for: call ${id} at ${at(scheduledFor)}`)
  )
}

const FROM_HOUR = 7
const UNTIL_HOUR = 21

/** A catch-up call follows a call that was due at the time it names, one at a time, and rings between 7:00 and 21:00 local time. */
function catchUpsMakeUpForSomething(evidence: Evidence): string[] {
  const { calls, clockErrorMs } = evidence
  const catchUps = calls.filter(({ catchUpFor }) => catchUpFor !== null)
  const broken: string[] = []
  for (const call of catchUps) {
    const ofSameOne = calls.filter(({ id, lovedOneId }) => id !== call.id && lovedOneId === call.lovedOneId)
    const isOf = ofSameOne.some(
      ({ scheduledFor, catchUpFor }) => catchUpFor === null && scheduledFor.getTime() === call.catchUpFor?.getTime(),
    )
    if (!isOf) broken.push(`Catches up on no call: call ${call.id}`)
    const isBeside = ofSameOne.some(
      ({ id, catchUpFor, scheduledFor, endedAt }) =>
        catchUpFor !== null &&
        id < call.id &&
        (endedAt?.getTime() ?? Number.POSITIVE_INFINITY) > call.scheduledFor.getTime() + clockErrorMs &&
        scheduledFor <= call.scheduledFor,
    )
    if (isBeside) broken.push(`Two catch-up calls at a time: call ${call.id}`)
  }
  for (const { ring, call } of ringsOfCalls(evidence)) {
    if (call.catchUpFor === null) continue
    const isNight = zonesAt(evidence, call.lovedOneId, ring.requestedAt).every(
      (zone) =>
        hourAt(ring.requestedAt + clockErrorMs, zone) < FROM_HOUR ||
        hourAt(ring.requestedAt - clockErrorMs - REQUEST_MS, zone) >= UNTIL_HOUR,
    )
    if (isNight) broken.push(`Rung at night: catch-up call ${call.id} at ${at(ring.requestedAt)}`)
  }
  return broken
}

/**
 * A call ends with one final status; of one that was left out while away nobody is notified. Two exceptions: a person's late answer turns it into "completed", and an all-clear
 * that came from a machine is withdrawn, so that the call goes on.
 */
function everyCallHasOneEnd({ calls, attempts, endings, endedAt, askedForNow }: Evidence): string[] {
  const broken: string[] = []
  for (const { id, status, scheduledFor } of calls) {
    if (scheduledFor.getTime() >= endedAt || status === 'away') continue
    if (!FINAL.includes(status)) broken.push(`Without an end: call ${id} due ${at(scheduledFor)} is ${status}`)
    const ended = endings.filter(({ callId }) => callId === id)
    const completed = ended.filter(({ event }) => event === 'call.completed').length
    const machines = attempts.filter(({ callId, outcome }) => callId === id && outcome === 'machine').length
    if (completed > 1 + machines || ended.length - completed > 1 || ended.length === 0) {
      broken.push(`Call ${id} has ended ${ended.length} times: ${ended.map(({ event }) => event).join(', ')}`)
    }
    if (completed > machines && status !== 'completed') broken.push(`Call ${id} was completed and is ${status}`)
  }
  const asked = askedForNow.flatMap(({ callIds }) => (callIds.length > 1 ? [callIds.join(' and ')] : []))
  return [...broken, ...asked.map((ids) => `One Call Now placed as several calls: ${ids}`)]
}

function everyAttemptRingsOnce({ rings }: Evidence): string[] {
  const subjects = Map.groupBy(rings, ({ subject }) =>
    'attemptId' in subject
      ? `attempt ${subject.attemptId}`
      : 'alertId' in subject
        ? `alert ${subject.alertId}`
        : 'a test',
  )
  return [...subjects]
    .filter(([, rung]) => rung.length > 1)
    .map(([name, rung]) => `Rung ${rung.length} times: ${name} (${rung.map((ring) => at(ring.at)).join(', ')})`)
}

interface RingOfCall {
  ring: Evidence['rings'][number]
  call: Call
  attempt: Evidence['attempts'][number]
}

const ringsKnown = new WeakMap<Evidence, RingOfCall[]>()

/** The rings of each call, in order. */
function ringsOfCalls(evidence: Evidence): RingOfCall[] {
  const known = ringsKnown.get(evidence)
  if (known) return known
  const { rings, attempts, calls } = evidence
  const attemptById = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const callById = new Map(calls.map((call) => [call.id, call]))
  const found = rings.flatMap((ring) => {
    const attempt = attemptById.get('attemptId' in ring.subject ? ring.subject.attemptId : 0)
    const call = callById.get(attempt?.callId ?? 0)
    return call && attempt ? [{ ring, call, attempt }] : []
  })
  ringsKnown.set(evidence, found)
  return found
}

function onePhoneAtATime(evidence: Evidence): string[] {
  const ofCalls = Map.groupBy(ringsOfCalls(evidence), ({ call }) => call.id)
  return [...ofCalls].flatMap(([callId, rung]) => {
    const inOrder = rung.map(({ ring }) => ring).sort((one, other) => one.at - other.at)
    return inOrder.flatMap((ring, index) => {
      const before = inOrder[index - 1]
      if (!before || (before.endedAt !== null && before.endedAt <= ring.at)) return []
      return [`Two phones at a time: call ${callId} at ${at(before.at)} and at ${at(ring.at)}`]
    })
  })
}

function nobodyIsRungAtAnotherTime(evidence: Evidence): string[] {
  const { clockErrorMs, removed, rings, attempts } = evidence
  const known = new Set(attempts.map(({ id }) => id))
  const goneNumbers = new Set(removed.flatMap(({ phoneNumbers }) => phoneNumbers))
  const unknown = rings.filter(
    ({ subject, to }) => 'attemptId' in subject && !known.has(subject.attemptId) && !goneNumbers.has(to),
  )
  // Somebody else may have the same phone: a removed loved one has no attempts left.
  const afterRemoval = rings.filter(
    ({ to, requestedAt, subject }) =>
      'attemptId' in subject &&
      !known.has(subject.attemptId) &&
      removed.some(({ phoneNumbers }) => phoneNumbers.includes(to)) &&
      removed.every(({ phoneNumbers, at: since }) => !phoneNumbers.includes(to) || requestedAt > since),
  )
  const broken = [
    ...unknown.map((ring) => `Rung without an attempt: ${ring.to} at ${at(ring.at)}`),
    ...afterRemoval.map((ring) => `Rung after they were removed: ${ring.to} at ${at(ring.at)}`),
  ]
  for (const { ring, call, attempt } of ringsOfCalls(evidence)) {
    const due = call.scheduledFor.getTime()
    const isFirst = attempt.attemptNumber === 1 && call.catchUpFor === null
    const latest = isFirst ? due + GRACE_MINUTES[call.callType] * MINUTE : attempt.dialBy.getTime()
    const when = `call ${call.id} due ${at(due)}, attempt ${attempt.attemptNumber}, at ${at(ring.requestedAt)}`
    if (ring.requestedAt < due - clockErrorMs) broken.push(`Rung too early: ${when}`)
    if (ring.requestedAt > latest + clockErrorMs + REQUEST_MS) broken.push(`Rung too late: ${when}`)
  }
  return broken
}

function nobodyIsRungAfterCancelling(evidence: Evidence): string[] {
  return ringsOfCalls(evidence).flatMap(({ ring, call }) => {
    const cancelled = evidence.cancelled.find(({ scheduleId }) => scheduleId === call.scheduleId)
    if (!cancelled || ring.requestedAt <= cancelled.at) return []
    return [`Rung after it was cancelled: call ${call.id} at ${at(ring.requestedAt)}`]
  })
}

function meaningOf(callType: CallType, keys: readonly string[]): 'fine' | 'help' | null {
  const help = callType === 'medication_reminder' ? '3' : callType === 'wake_up_call' ? null : '2'
  if (help !== null && keys.includes(help)) return 'help'
  return keys.includes('1') || (callType === 'wake_up_call' && keys.length > 0) ? 'fine' : null
}

/** A call that was answered is not counted as missed. */
function whatIsAnsweredCounts(evidence: Evidence): string[] {
  return ringsOfCalls(evidence).flatMap(({ ring, call }) =>
    meaningOf(call.callType, ring.keysTaken) === null || call.status === 'completed'
      ? []
      : [`Answered at ${at(ring.at)} with ${ring.keysTaken.join('')}, but call ${call.id} is ${call.status}`],
  )
}

/** The rings of a call, and the texts from the phones of the person it is for. */
function saidBy(evidence: Evidence, call: Call) {
  const phones = new Set(
    evidence.numbers
      .filter(({ lovedOneId }) => lovedOneId === call.lovedOneId)
      .flatMap(({ phoneNumbers }) => phoneNumbers),
  )
  return {
    rings: ringsOfCalls(evidence).flatMap((one) => (one.call.id === call.id ? [one.ring] : [])),
    texts: evidence.written.filter((text) => phones.has(text.from) && !isAboutCalls(text)),
  }
}

function hasAnswered({ keysPressed, meant }: Evidence['rings'][number], callType: CallType): boolean {
  const keys = keysPressed.flatMap(({ key, isAnswer }) => (isAnswer ? [key] : []))
  return meaningOf(callType, keys) !== null || meant.some(({ meaning, wasAsked }) => wasAsked && meaning !== 'unclear')
}

const WRITES_FOR_HELP = /help/i

/**
 * Only a key, understood words after a question, or a text from the person completes a call. A catch-up call only
 * asks whether they can be reached, so an answer in another call of theirs counts that came after what it makes up for.
 */
function nobodyIsWellWhoDidNotSaySo(evidence: Evidence): string[] {
  return evidence.calls.flatMap((call) => {
    if (call.status !== 'completed') return []
    const { catchUpFor, lovedOneId } = call
    const hasSaidSo = ringsOfCalls(evidence).some(({ ring, call: { id, callType, lovedOneId: whose } }) => {
      const isAbout =
        id === call.id ||
        (catchUpFor !== null && whose === lovedOneId && (ring.endedAt ?? ring.at) >= catchUpFor.getTime())
      return isAbout && hasAnswered(ring, callType)
    })
    if (hasSaidSo || saidBy(evidence, call).texts.length > 0) return []
    return [`Counted as well without having said so: call ${call.id} due ${at(call.scheduledFor)}`]
  })
}

/** A person raises an alarm by a key, by words or by a text message; a machine or a television raises none. */
function noAlarmThatNobodyRaised(evidence: Evidence): string[] {
  return evidence.causes.flatMap(({ incidentId, callId, cause }) => {
    const call = evidence.calls.find((one) => one.id === callId)
    if (cause !== 'help' || !call) return []
    const { rings, texts } = saidBy(evidence, call)
    const isRaised =
      rings.some(
        ({ keysPressed, meant }) =>
          keysPressed.some(({ key }) => key === '2' || key === '3') || meant.some(({ meaning }) => meaning === 'help'),
      ) || texts.some(({ text }) => WRITES_FOR_HELP.test(text))
    return isRaised ? [] : [`An alarm that nobody raised: incident ${incidentId} of call ${call.id}`]
  })
}

/** Whether a message to a person has left us. */
function hasLeft({ mails, texts }: Evidence, messageId: number): boolean {
  return mails.some((mail) => mail.messageId === messageId) || texts.some((text) => text.messageId === messageId)
}

/** The incident that a call is a cause of; several calls of one person share one. */
function incidentOf({ incidents, causes }: Evidence, call: Call) {
  const cause = causes.find(({ callId }) => callId === call.id)
  const incident = incidents.find(({ id }) => id === cause?.incidentId)
  return incident && cause && { ...incident, cause: cause.cause }
}

/** Whether the account holder was notified of an incident, or somebody acknowledged it first. */
function isHolderNotified(evidence: Evidence, incidentId: number): boolean {
  const holders = new Set(
    evidence.people.filter((one) => one.incidentId === incidentId && one.role === 'member').map(({ id }) => id),
  )
  const notified = evidence.alerts.filter(
    (alert) => alert.incidentId === incidentId && alert.purpose === 'alert' && holders.has(alert.incidentPersonId),
  )
  return notified.some(({ messageId }) => {
    if (messageId === null) return false
    const message = evidence.messages.find(({ id }) => id === messageId)
    return hasLeft(evidence, messageId) || message?.error === 'Not needed any more'
  })
}

function isSuspensionNotified(evidence: Evidence, { id }: Call): boolean {
  return evidence.messages.some(
    (message) => message.dedupeKey?.startsWith(`call:${id}:suspended:`) && hasLeft(evidence, message.id),
  )
}

/** While an account is suspended, no call that came due since begins; no call of another time is missed because of it. */
function whoIsSuspendedIsNotRung(evidence: Evidence): string[] {
  const { suspended, clockErrorMs, calls } = evidence
  const isSuspended = (accountId: number, instant: number, end: 'liftedFrom' | 'until') =>
    suspended.some((one) => one.accountId === accountId && one.from <= instant && instant <= one[end])
  return [
    ...ringsOfCalls(evidence)
      .filter(({ ring, call, attempt }) =>
        [ring.requestedAt - clockErrorMs - REQUEST_MS, call.scheduledFor.getTime(), ring.requestedAt].every(
          (instant) => attempt.attemptNumber === 1 && isSuspended(call.accountId, instant, 'liftedFrom'),
        ),
      )
      .map(({ ring, call }) => `Rung while suspended: call ${call.id} at ${at(ring.requestedAt)}`),
    ...calls
      .filter(({ reason }) => SUSPENDED.test(reason ?? ''))
      .filter(({ accountId, scheduledFor }) => !isSuspended(accountId, scheduledFor.getTime(), 'until'))
      .map(({ id, scheduledFor }) => `Not placed as suspended: call ${id} due ${at(scheduledFor)}`),
  ]
}

function everybodyIsNotified(evidence: Evidence): string[] {
  const { calls, endedAt, people, alerts } = evidence
  const broken: string[] = []
  for (const call of calls) {
    const isSilent = call.status === 'completed' || !FINAL.includes(call.status)
    if (isSilent || isUnwanted(call) || CANCELLED.test(call.reason ?? '') || call.scheduledFor.getTime() >= endedAt)
      continue
    if (call.status === 'away') continue
    if (SUSPENDED.test(call.reason ?? '')) {
      if (!isSuspensionNotified(evidence, call)) broken.push(`Nobody is notified that call ${call.id} was suspended`)
      continue
    }
    const incident = incidentOf(evidence, call)
    if (!incident) {
      broken.push(`Nobody is notified: call ${call.id} is ${call.status} and has no incident`)
      continue
    }
    if (!isHolderNotified(evidence, incident.id))
      broken.push(`The account holder was not notified that call ${call.id} is ${call.status}`)
    if (incident.status !== 'unresolved') continue
    const mine = alerts.filter(({ incidentId }) => incidentId === incident.id)
    for (const person of people.filter((one) => one.incidentId === incident.id && one.role === 'contact')) {
      const isNotified = mine.some(
        ({ incidentPersonId, purpose }) => incidentPersonId === person.id && purpose === 'alert',
      )
      const from = incident.escalationStartedAt.getTime()
      const to = incident.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
      const phones = person.phoneNumber === null ? [] : [person.phoneNumber]
      const isLeftOut = mayHaveRefused(evidence, { phones, accountId: null, from, to })
      if (!isNotified && !isLeftOut && person.declinedAt === null)
        broken.push(`Contact ${person.id} was never notified of call ${call.id}`)
    }
    if (!mine.some(({ purpose, messageId }) => purpose === 'unresolved' && messageId !== null)) {
      broken.push(`The account holder was not notified that nobody acknowledged call ${call.id}`)
    }
  }
  return broken
}

function helpIsNotified(evidence: Evidence): string[] {
  return ringsOfCalls(evidence).flatMap(({ ring, call }) => {
    if (meaningOf(call.callType, ring.keysTaken) !== 'help') return []
    const incident = incidentOf(evidence, call)
    if (incident?.cause === 'help' && isHolderNotified(evidence, incident.id)) return []
    return [`Help was asked for in call ${call.id} at ${at(ring.at)}, and nobody was notified`]
  })
}

/** A person ends an incident, or somebody is still to be notified. */
function everyIncidentGoesOn({ incidents }: Evidence): string[] {
  return incidents
    .filter(({ status, nextAt }) => (status === 'resolved') !== (nextAt === null))
    .map(
      ({ id, status, openedAt }) =>
        `Silent: incident ${id}, open since ${at(openedAt)}, is ${status}, with no next step`,
    )
}

/**
 * Every incident has been through the list of contacts once, long before the end. One whose phones
 * do not ring at night waits for the morning with the next round ahead.
 */
function nobodyIsForgotten({ incidents, endedAt }: Evidence): string[] {
  return incidents
    .filter(
      ({ escalationStartedAt, roundStartsAt, status }) =>
        Math.max(escalationStartedAt.getTime(), roundStartsAt.getTime()) < endedAt && status === 'running',
    )
    .map(({ id, openedAt }) => `Nobody further is notified: incident ${id}, open since ${at(openedAt)}, is running`)
}

/**
 * A text message once. Where several with the same words go to the same person, the provider cannot say for which of them
 * it took one: as many may arrive as were written. A mail server cannot be asked at all, so a mail may come again after a
 * try whose answer was lost.
 */
function nobodyIsNotifiedTwice({ texts, mails, messages }: Evidence): string[] {
  const tries = new Map(messages.map((message) => [message.id, message.tries]))
  const mailsOf = Map.groupBy(mails, ({ messageId }) => messageId)
  return [
    ...[...Map.groupBy(texts, wordsTo)].flatMap(([words, arrived]) => {
      const written = messages.filter((message) => message.sentAt !== null && wordsTo(message) === words)
      const wanted = new Set([...written.map(({ id }) => id), ...arrived.map(({ messageId }) => messageId)])
      if (arrived.length <= wanted.size) return []
      const which = [...wanted].join(', ')
      return [`Texted ${arrived.length} times: message ${which} (${arrived.map((text) => at(text.at)).join(', ')})`]
    }),
    ...[...mailsOf]
      .filter(([id, sent]) => sent.length > (tries.get(id) ?? sent.length))
      .map(([id, sent]) => `Mailed ${sent.length} times: message ${id}`),
  ]
}

/** Each message that is recorded as sent has left. */
function whatIsSaidToBeSentHasLeft({ texts, mails, messages }: Evidence): string[] {
  const sent = messages.filter(({ sentAt }) => sentAt !== null)
  const textsWith = Map.groupBy(texts, wordsTo)
  const written = Map.groupBy(
    sent.filter(({ channel }) => channel === 'sms'),
    wordsTo,
  )
  return [
    ...[...written]
      .filter(([words, those]) => (textsWith.get(words)?.length ?? 0) < those.length)
      .map(([, those]) => `Recorded as sent, and never left: text message ${those.map(({ id }) => id).join(', ')}`),
    ...sent
      .filter(({ channel, id }) => channel === 'email' && !mails.some(({ messageId }) => messageId === id))
      .map(({ id }) => `Recorded as sent, and never left: mail ${id}`),
  ]
}

function wordsTo(message: { to: string; text: string } | { recipient: string; text: string }): string {
  return `${'to' in message ? message.to : message.recipient} ${message.text}`
}

function nothingIsLeftOpen({ attempts, alertCalls, messages }: Evidence): string[] {
  return [
    ...attempts
      .filter(({ state, endedAt }) => (state !== 'ended' && state !== 'not_placed') || endedAt === null)
      .map(({ id, state }) => `Without an end: attempt ${id} is ${state}`),
    ...alertCalls
      .filter(({ state }) => state !== 'ended')
      .map(({ alertId, state }) => `Without an end: alert ${alertId} is ${state}`),
    ...messages
      .filter(({ sentAt, failedAt }) => sentAt === null && failedAt === null)
      .map(({ id, channel }) => `Neither sent nor given up: ${channel} message ${id}`),
  ]
}

const at = (instant: Date | number): string => new Date(instant).toISOString()
