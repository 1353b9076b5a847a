import { catchUpDialBy } from '#core/calls/catch-up.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { RefusalDeps } from '#server/features/refusals/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { notifyScheduled } from '../schedules/notify-scheduled.ts'
import { moveCall } from '../state/move-call.ts'
import { lockOwnCall } from '../state/own-call.ts'
import { refuseUnwanted } from './refuse-unwanted.ts'
import { refuseWhileAway } from './refuse-while-away.ts'

/** Against toll fraud and repeated presses: the limit per hour of calls started by hand for one account. */
export const CALLS_NOW: Quota = {
  name: 'call-now',
  limit: 60,
  windowSeconds: 3600,
  message: "You've started a lot of calls in the last hour. Please try again later.",
}

type OwnCall = Awaited<ReturnType<typeof lockOwnCall>>

/**
 * Starts a call at once. A one-off call is brought forward: it is the same call. A recurring one gets an extra call and
 * keeps its schedule, unless it is due at this moment itself. However often it is pressed, the phone is dialled once,
 * also when a press waits until the call of another one has ended. Refused for an account whose e-mail was not
 * verified. Returns the id of the call that rings, or has rung.
 */
export async function callNow(
  { db, jobs, clock, plans, sealing }: CallsDeps & RefusalDeps,
  account: ActingAccount,
  callId: number,
): Promise<number> {
  const pressedAt = clock.now()
  return db.transaction().execute(async (trx) => {
    const call = await lockOwnCall(trx, account, callId)
    const now = clock.now()
    if (call.status !== 'scheduled' && call.status !== 'in_progress') {
      throw new AppError('conflict', `${howItEnded(call)} To ring again, schedule a new call.`)
    }
    await refuseWithoutPhones(
      trx,
      account.id,
      `we can't ${call.asksBy === 'text' ? 'text' : 'ring'} ${shortName(call.name)}`,
    )
    await refuseUnwanted({ sealing }, trx, call)
    if (call.status === 'scheduled') await refuseWhileAway(trx, call, now)
    if (call.status === 'in_progress' || isDue(call, now)) {
      // Pressed a moment before the call was due, and again now: it is the extra call that was asked for.
      const extra = await openExtraCall(trx, call).executeTakeFirst()
      return extra?.id ?? call.id
    }
    const meanwhile = await extraCallSince(trx, call, pressedAt, now)
    if (meanwhile) return meanwhile.id
    const target = call.scheduleId === null ? call : await extraCall(trx, call, now)
    if (target.status === 'in_progress' || isAskedForNow(target, now)) return target.id
    // Here, so that a refusal removes the extra call and a press that starts nothing costs nothing.
    await plans.beforeCallingNow(trx, account.id)
    await spendQuota(trx, CALLS_NOW, String(account.id), now)
    await trx.updateTable('calls').set({ calledNowAt: now }).where('id', '=', target.id).execute()
    await moveCall(trx, jobs, { id: target.id, callType: call.callType }, now, untilOf(call, now))
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_started',
      // In a circle of one the call itself is news enough.
      description: null,
      by: account.by,
      does: `chose ${call.asksBy === 'text' ? 'Text now' : 'Call Now'} for ${call.name}`,
      lovedOneId: call.lovedOneId,
      callId: target.id,
    })
    await announceChange(trx, account.id, 'activity')
    return target.id
  })
}

/** Why a call that has ended cannot be rung now, as a sentence. */
function howItEnded({ status, cancelledAt, triesMade, name }: OwnCall): string {
  if (status === 'completed') return `${name} has already answered this call.`
  if (cancelledAt !== null) return 'This call was cancelled.'
  if (status === 'voicemail') return 'An answering machine picked up this call.'
  return triesMade === 0 ? "We couldn't make this call in time." : 'This call has already ended.'
}

/** For a catch-up call: it does not lose the rest of its day. */
function untilOf({ catchUpFor, timezone }: OwnCall, now: Date): Date | undefined {
  return catchUpFor === null ? undefined : catchUpDialBy(now, timezone)
}

/** Pressed before, and the dial is due now. Not for a call that was postponed again since. */
function isAskedForNow({ calledNowAt, dialAt }: Pick<OwnCall, 'calledNowAt' | 'dialAt'>, now: Date): boolean {
  return calledNowAt !== null && dialAt !== null && dialAt <= now
}

/** The clocks of two machines differ by a second: both must agree whether a call is about to ring. */
const MOMENT_MS = 3_000

/** For a schedule's call: it rings in a moment, and an extra call would ring as well. */
function isDue({ scheduleId, dialAt, dialBy }: OwnCall, now: Date): boolean {
  const inAMoment = new Date(now.getTime() + MOMENT_MS)
  return scheduleId !== null && dialAt !== null && dialAt <= inAMoment && dialBy !== null && now < dialBy
}

/**
 * The extra call that another press started while this one waited: it may have ended, and is the one that was meant.
 */
async function extraCallSince(trx: Trx, call: OwnCall, pressedAt: Date, now: Date) {
  if (call.scheduleId === null) return undefined
  // A press that waited for long was one of several at once: the clocks of two machines do not say which came first.
  const hasWaited = now.getTime() - pressedAt.getTime() > MOMENT_MS
  const since = hasWaited ? new Date(pressedAt.getTime() - MOMENT_MS) : pressedAt
  return trx
    .selectFrom('calls')
    .select('id')
    .where('lovedOneId', '=', call.lovedOneId)
    .where('extraOfScheduleId', '=', call.scheduleId)
    .where('scheduledFor', '>', since)
    .where('calledNowAt', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The schedule's extra call: the one that is open, else a new one. The database allows one at a time. */
async function extraCall(trx: Trx, call: OwnCall, now: Date) {
  await addExtraCall(trx, call, now)
  const open = await openExtraCall(trx, call).executeTakeFirst()
  if (open) return open
  // The earlier one has ended since. Nothing can end the one that is added now: it is not committed yet.
  await addExtraCall(trx, call, now)
  return openExtraCall(trx, call).executeTakeFirstOrThrow()
}

async function addExtraCall(trx: Trx, call: OwnCall, now: Date): Promise<void> {
  const { accountId, lovedOneId, callType, asksBy } = call
  const added = await trx
    .insertInto('calls')
    .values({
      accountId,
      lovedOneId,
      extraOfScheduleId: call.scheduleId,
      callType,
      asksBy,
      scheduledFor: now,
      dialAt: now,
      dialBy: dialBy(callType, now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const booked = added.map(({ id: callId }) => ({
    callId,
    accountId,
    lovedOneId,
    callType,
    asksBy,
    scheduledFor: now,
  }))
  await notifyScheduled(trx, booked)
}

function openExtraCall(trx: Trx, call: OwnCall) {
  return trx
    .selectFrom('calls')
    .select(['id', 'status', 'calledNowAt', 'dialAt'])
    .where('extraOfScheduleId', '=', call.scheduleId)
    .where('status', 'in', ['scheduled', 'in_progress'])
}
