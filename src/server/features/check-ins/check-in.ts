import { checkInEffect } from '#core/call-policy/check-in.ts'
import { formatTime } from '#core/format/dates.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { bookFollowing, dropCatchUp } from '#server/features/calls/public.ts'
import { type CareDeps, concludeCall, recordTurns } from '#server/features/care/public.ts'
import { resolveByCheckIn } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { lockCallsOf, type OwnCall } from './calls-of.ts'
import type { KnownLovedOne } from './who-is-it.ts'

/** By which way somebody turned to Cooee by themselves. */
export interface Approach {
  by: 'call' | 'text'
  /** The provider's id of it. */
  providerId: string
  /** What they wrote. */
  text?: string
}

/** What a check-in has done. */
export interface CheckedIn {
  /** The calls that are over by it: phones that still ring for them are to be stopped after the transaction. */
  concluded: number[]
  /** Reminders whose answer is still open, the one to ask about first. */
  asks: OpenReminder[]
}

export interface OpenReminder {
  callId: number
  /** When it was due on the loved one's clock, "9:00 AM". */
  localTime: string
}

/** "Margaret Hartley has rung Cooee." */
export const howSentence = ({ name }: { name: string }, { by }: Approach): string =>
  `${name} has ${by === 'call' ? 'rung' : 'written to'} Cooee.`

/**
 * Applies that a loved one has rung or written by themselves: what they were not reached by is over, with an all-clear to
 * whoever was alerted; the calls that it answers are completed, whatever they waited for. In the caller's transaction.
 */
export async function checkIn(
  deps: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  approach: Approach,
): Promise<CheckedIn> {
  const now = deps.clock.now()
  const calls = await lockCallsOf(trx, lovedOne, now)
  const { answers, asks } = checkInEffect(calls, { now, zone: lovedOne.timezone })
  const reminders = remindersOf(asks, lovedOne)
  const how = howSentence(lovedOne, approach)
  // Whoever reads the all-clear must not take it for an answer to what the reminder asked.
  const stillOpen = reminders.map(({ localTime }) => ` What the ${localTime} call asked is still open.`)
  await resolveByCheckIn(deps.incidents, trx, { lovedOneId: lovedOne.id, how: how + (stillOpen[0] ?? '') })
  await recordActivity(trx, {
    accountId: lovedOne.accountId,
    activityType: 'call_acknowledged',
    description: how.replace(/\.$/, ''),
    details: 'Noted as a check-in',
    lovedOneId: lovedOne.id,
  })
  await concludeAll(deps, trx, answers, { approach, how, reply: `Thank you, ${lovedOne.name}.` })
  await dropCatchUp(trx, lovedOne.id)
  return { concluded: answers.map(({ id }) => id), asks: reminders }
}

/** The reminders of today whose answer is still open, the one to ask about first. */
export async function openReminders(deps: CareDeps, trx: Trx, lovedOne: KnownLovedOne): Promise<OpenReminder[]> {
  const now = deps.clock.now()
  const calls = await lockCallsOf(trx, lovedOne, now)
  return remindersOf(checkInEffect(calls, { now, zone: lovedOne.timezone }).asks, lovedOne)
}

function remindersOf(calls: readonly OwnCall[], { timezone }: KnownLovedOne): OpenReminder[] {
  return calls.map(({ id, scheduledFor }) => ({ callId: id, localTime: formatTime(scheduledFor, timezone) }))
}

/** Completes calls because the person answered by another way, and books what follows those that were to come. */
export async function concludeAll(
  deps: CareDeps,
  trx: Trx,
  calls: readonly OwnCall[],
  { approach, how, reply }: { approach: Approach; how: string; reply: string },
): Promise<void> {
  const now = deps.clock.now()
  for (const call of calls) {
    await concludeCall(deps, trx, call, { status: 'completed', reason: null, durationSeconds: null, now, how })
    await writeTurns(deps, trx, call, approach, reply)
  }
  // After they ended: a schedule has one next call, and until then these were it.
  const followed = calls.flatMap((call) =>
    call.status === 'scheduled' && call.scheduleId !== null ? [{ ...call, scheduleId: call.scheduleId }] : [],
  )
  await bookFollowing(trx, deps.jobs, followed)
}

/** Into the transcript of the call, where there is one: behind its last attempt. */
export async function writeTurns(
  deps: CareDeps,
  trx: Trx,
  { id }: { id: number },
  { by, providerId, text = '' }: Approach,
  reply: string,
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
  const at = deps.clock.now()
  const person = by === 'call' ? 'Rang Cooee' : `Wrote: ${text}`
  await recordTurns(deps, trx, [
    { attemptId: last.id, step: `by themselves ${providerId}`, speaker: 'person', text: person, at },
    { attemptId: last.id, step: `answer to ${providerId}`, speaker: 'cooee', text: reply, at },
  ])
}
