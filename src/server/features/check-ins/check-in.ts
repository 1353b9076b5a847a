import { type CheckInEffect, checkInEffect } from '#core/call-policy/check-in.ts'
import { decisionInWords } from '#core/consent/decision-in-words.ts'
import { formatTime } from '#core/format/dates.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { bookNextOccurrences, dropCatchUp, noteEndedByHelp } from '#server/features/calls/public.ts'
import { type CareDeps, concludeCall, noteTextAnswered, recordTurns } from '#server/features/care/public.ts'
import { consentsOfOne, recordConsent } from '#server/features/consents/public.ts'
import { resolveByCheckIn } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { lockCallsOf, type OwnCall } from './calls-of.ts'
import type { KnownLovedOne } from './who-is-it.ts'

/** How a loved one contacted Cooee. */
export interface Approach {
  by: 'call' | 'text'
  /** The provider's id of it. */
  providerId: string
  /** What they wrote. */
  text?: string
  /** Several accounts hold the number: none of them may read what they wrote. */
  belongsToOthers?: boolean
  /** When they wrote it, if that was not just now: it is no answer to what was asked after it. */
  sentAt?: Date | undefined
}

/** What a check-in has done. */
export interface CheckedIn {
  /** The calls that ended by it: phones that still ring for them must be stopped after the transaction. */
  concluded: number[]
  /** Reminders whose answer is still open, the next one to ask about first. */
  asks: OpenReminder[]
}

export interface OpenReminder {
  callId: number
  /** When it was due on the loved one's clock, "9:00 AM". */
  localTime: string
  dueAt: Date
}

/** "Margaret Hartley rang us." */
export const howSentence = ({ name }: { name: string }, { by }: Approach): string =>
  `${name} ${by === 'call' ? 'rang' : 'texted'} us.`

/** As `howSentence`, of somebody who was asked by text. */
const replySentence = ({ name }: { name: string }): string => `${name} replied to our text.`

/** Applies that a loved one has rung or written: what they missed is over, with an all-clear, and the calls it answers are completed. */
export async function checkIn(
  deps: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  approach: Approach,
): Promise<CheckedIn> {
  const { answers, asks, isReply } = await effectOn(deps, trx, lovedOne, approach)
  const reminders = remindersOf(asks, lovedOne)
  const how = isReply ? replySentence(lovedOne) : howSentence(lovedOne, approach)
  const asked = reminders.map(({ callId }) => callId)
  // A reader of the all-clear must not take it for an answer to the reminder.
  const stillOpen = reminders.map(({ localTime }) => ` What the ${localTime} call asked is still open.`)
  await resolveByCheckIn(deps.incidents, trx, {
    lovedOneId: lovedOne.id,
    how: how + (stillOpen[0] ?? ''),
    at: approach.sentAt,
    asked,
  })
  await recordActivity(trx, {
    accountId: lovedOne.accountId,
    activityType: 'call_acknowledged',
    description: how.replace(/\.$/, ''),
    details: isReply ? null : 'We counted it as a check-in',
    lovedOneId: lovedOne.id,
  })
  await concludeAll(deps, trx, answers, { approach, how, reply: `Thank you, ${lovedOne.name}.` })
  await dropCatchUp(trx, lovedOne.id, approach.sentAt)
  return { concluded: answers.map(({ id }) => id), asks: reminders }
}

/** Today's reminders whose answer is still open, the next one to ask about first. */
export async function openReminders(
  deps: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  approach: Pick<Approach, 'sentAt'> = {},
): Promise<OpenReminder[]> {
  const { asks } = await effectOn(deps, trx, lovedOne, approach)
  return remindersOf(asks, lovedOne)
}

/** A text that is found late counts as of when it was written: the calls since then have asked again. */
async function effectOn(
  { clock }: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  { sentAt, by }: Pick<Approach, 'sentAt'> & Partial<Pick<Approach, 'by'>>,
): Promise<CheckInEffect<OwnCall> & { isReply: boolean }> {
  const calls = await lockCallsOf(trx, lovedOne, clock.now())
  const now = sentAt ?? clock.now()
  const hasAsked = ({ status, scheduledFor, catchUpFor }: OwnCall) =>
    catchUpFor !== null ? catchUpFor <= now : status === 'scheduled' || status === 'completed' || scheduledFor <= now
  const asked = sentAt === undefined ? calls : calls.filter(hasAsked)
  const effect = checkInEffect(asked, { now, zone: lovedOne.timezone })
  const isReply = asked.some((call) => isReplyTo(call, { by }))
  // Who replies to a question answers that one, and not the next: late, and with a second "OK thanks", too.
  const isAboutQuestion =
    isReply || (by === 'text' && asked.some((call) => isStillAboutQuestion(call, { effect, now })))
  const answers = isAboutQuestion ? effect.answers.filter(({ status }) => status !== 'scheduled') : effect.answers
  return { ...effect, answers, isReply }
}

/** How long after a reply another text is still about the same question. */
const SAME_CONVERSATION_MS = 30 * 60_000

/** A question by text that nobody had replied to in time, or that was replied to a moment ago. */
function isStillAboutQuestion(call: OwnCall, { effect, now }: { effect: CheckInEffect<OwnCall>; now: Date }): boolean {
  if (call.asksBy !== 'text' || call.endedAt === null) return false
  if (call.status === 'completed') return now.getTime() - call.endedAt.getTime() < SAME_CONVERSATION_MS
  return effect.answers.includes(call) || effect.asks.includes(call)
}

function remindersOf(calls: readonly OwnCall[], { timezone }: KnownLovedOne): OpenReminder[] {
  return calls.map(({ id, scheduledFor }) => ({
    ...{ callId: id, dueAt: scheduledFor, localTime: formatTime(scheduledFor, timezone) },
  }))
}

/** Completes calls because the person answered in another way, and books what follows those that were to come. */
export async function concludeAll(
  deps: CareDeps,
  trx: Trx,
  calls: readonly OwnCall[],
  {
    approach,
    how: generally,
    reply,
    response = 'acknowledged',
  }: { approach: Approach; how: string; reply: string; response?: 'acknowledged' | 'help' },
): Promise<void> {
  const now = deps.clock.now()
  const callIds = calls.map(({ id }) => id)
  if (response === 'help') await noteEndedByHelp(trx, callIds)
  if (approach.by === 'text') await noteTextAnswered(trx, callIds, { response, at: approach.sentAt ?? now })
  for (const call of calls) {
    if (isReplyTo(call, approach) && response === 'acknowledged') await noteAgreed(deps, trx, call)
    const how = isReplyTo(call, approach) ? replySentence(call) : generally
    const answeredAt = approach.sentAt ?? null
    await concludeCall(deps, trx, call, {
      status: 'completed',
      reason: null,
      durationSeconds: null,
      now,
      how,
      answeredAt,
    })
    await writeTurns(deps, trx, call, approach, reply, now)
  }
  // After they ended: a schedule has one next call, and these were it so far.
  const ended = calls.flatMap((call) =>
    call.status === 'scheduled' && call.scheduleId !== null ? [{ ...call, scheduleId: call.scheduleId }] : [],
  )
  await bookNextOccurrences(trx, deps.jobs, ended)
}

/** Who answers our text that all is well has agreed to hear from us, unless they have decided about calls before. */
async function noteAgreed(
  deps: CareDeps,
  trx: Trx,
  { id: callId, accountId, lovedOneId, name }: OwnCall,
): Promise<void> {
  const { calls } = await consentsOfOne(trx, lovedOneId, deps.consent)
  if (calls.state !== 'not_asked') return
  const at = deps.clock.now()
  await recordConsent(trx, { accountId, lovedOneId, subject: 'calls', state: 'agreed', how: 'text', at })
  const activityType = 'loved_one_updated'
  const description = decisionInWords(name, 'calls', 'agreed')
  await recordActivity(trx, { accountId, activityType, description, details: 'By text', lovedOneId, callId })
}

const isReplyTo = ({ asksBy, status }: OwnCall, { by }: Partial<Pick<Approach, 'by'>>): boolean =>
  by === 'text' && asksBy === 'text' && status === 'in_progress'

/** Into the transcript of the call, if there is one: behind its last attempt. */
export async function writeTurns(
  deps: CareDeps,
  trx: Trx,
  { id }: { id: number },
  { by, providerId, text = '', belongsToOthers = false }: Approach,
  reply: string,
  at = deps.clock.now(),
): Promise<void> {
  const last = await trx
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', id)
    .where('state', '<>', 'not_placed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const written = belongsToOthers ? 'Wrote to Cooee' : `Wrote: ${text}`
  const person = by === 'call' ? 'Rang Cooee' : written
  await recordTurns(deps, trx, [
    { attemptId: last.id, step: `by themselves ${providerId}`, speaker: 'person', text: person, at },
    { attemptId: last.id, step: `answer to ${providerId}`, speaker: 'cooee', text: reply, at },
  ])
}
