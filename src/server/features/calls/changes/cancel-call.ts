import { callLabel } from '#contract/calls/call-labels.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { dropCatchUp } from '../schedules/book-catch-up.ts'
import { type ChangedCall, rebookCatchUp } from '../schedules/rebook-catch-up.ts'
import { endSchedule, findSchedule } from '../schedules/schedules.ts'
import { lockOwnCall, refuseUnlessScheduled } from '../state/own-call.ts'
import { cancelOneUnderWay, cancelUnderWay } from './cancel-under-way.ts'

const NOT_UNDER_WAY = "This call hasn't started. To leave it out, use Skip next."

/** What to cancel of a recurring call; left out, the whole schedule. */
export interface CancelOptions {
  only?: 'call' | undefined
}

/**
 * Cancels a scheduled call by deleting it; a recurring call's whole schedule ends, and with it its calls under way. The
 * activity log keeps the fact. A call under way (its phone rings, somebody talks, it waits for another try) is stopped
 * as `cancelOneUnderWay` says and stays in the history; `only: 'call'` leaves its schedule alone. Refuses a call that
 * has ended.
 */
export async function cancelCall(
  { db, jobs, clock }: Pick<CallsDeps, 'db' | 'jobs' | 'clock'>,
  account: ActingAccount,
  callId: number,
  { only }: CancelOptions = {},
): Promise<void> {
  // Again after a deadlock: a schedule's calls are locked after the one that is cancelled, and a dispatch locks in its own order.
  await retryingTransaction(db, async (trx) => {
    const cancelled = await cancel(trx, account, callId, { only, now: clock.now() })
    for (const call of cancelled) await rebookCatchUp({ jobs, clock }, trx, call)
  })
}

/** Cancels every call of an account, or of `callTypes` alone, with whole schedules, as `cancelCall` does. Returns how many it ended. */
export async function cancelAllCalls(
  { db, jobs, clock }: Pick<CallsDeps, 'db' | 'jobs' | 'clock'>,
  account: ActingAccount,
  { callTypes }: { callTypes?: readonly CallType[] } = {},
): Promise<number> {
  return retryingTransaction(db, async (trx) => {
    const open = () =>
      trx
        .selectFrom('calls')
        .select('id')
        .where('accountId', '=', account.id)
        .where('status', 'in', ['scheduled', 'in_progress'])
        .where('cancelledAt', 'is', null)
        .$if(callTypes !== undefined, (query) => query.where('callType', 'in', [...(callTypes ?? [])]))
        .orderBy('lovedOneId')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
    let ended = 0
    const cancelled: ChangedCall[] = []
    // One after the other: a schedule takes its next call and its extra call with it.
    for (let call = await open(); call; call = await open()) {
      cancelled.push(...(await cancel(trx, account, call.id, { now: clock.now() })))
      ended += 1
    }
    // Last: a call that is cancelled as well cannot be rung instead of a catch-up call.
    for (const call of cancelled) await rebookCatchUp({ jobs, clock }, trx, call)
    return ended
  })
}

/** Returns the scheduled calls that it deleted, as they were, unless no call of the loved one is wanted any more. */
async function cancel(
  trx: Trx,
  account: ActingAccount,
  callId: number,
  { only, now }: CancelOptions & { now: Date },
): Promise<ChangedCall[]> {
  const call = await lockOwnCall(trx, account, callId)
  if (call.status === 'in_progress') {
    const { name, scheduleId } = call
    const schedule = scheduleId === null || only === 'call' ? undefined : await findSchedule(trx, scheduleId)
    // Under way as the last call: its schedule was cancelled before.
    if (!schedule || schedule.ended) {
      await cancelOneUnderWay(trx, call, { name, now, by: account.by })
      return []
    }
  } else {
    refuseUnlessScheduled(call)
    if (only === 'call' && call.scheduleId !== null) throw new AppError('conflict', NOT_UNDER_WAY)
  }
  let isWanted = true
  let moved: Omit<ChangedCall, 'name'>[] = []
  if (call.scheduleId !== null) {
    moved = await endSchedule(trx, call.scheduleId, now)
    await cancelUnderWay(trx, { scheduleId: call.scheduleId, name: call.name, now, by: account.by })
    isWanted = await hasSchedule(trx, call.lovedOneId)
    if (!isWanted) await dropCatchUp(trx, call.lovedOneId)
  }
  const deleted = await trx
    .deleteFrom('calls')
    .where('status', '=', 'scheduled')
    .where((eb) => eb.or([eb('id', '=', call.id), eb('scheduleId', '=', call.scheduleId)]))
    .returning(['id', 'accountId', 'lovedOneId', 'standsInFor'])
    .execute()
  const label = callLabel(call)
  await recordActivity(trx, {
    accountId: account.id,
    activityType: 'call_cancelled',
    description: `${call.scheduleId === null ? label : `Recurring ${label}`} for ${call.name} cancelled`,
    by: account.by,
    does: `cancelled the ${call.scheduleId === null ? label : `recurring ${label}`} for ${call.name}`,
    lovedOneId: call.lovedOneId,
    callId: call.id,
  })
  return isWanted ? [...deleted, ...moved].map((one) => ({ ...one, name: call.name })) : []
}

/** Whether any schedule of the loved one goes on: its missed calls are still made up for. */
async function hasSchedule(trx: Trx, lovedOneId: number): Promise<boolean> {
  const schedule = await trx
    .selectFrom('callSchedules')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return schedule !== undefined
}
