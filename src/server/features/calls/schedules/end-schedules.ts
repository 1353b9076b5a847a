import { callLabel } from '#contract/calls/call-labels.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { lockOwnCall } from '../state/own-call.ts'
import { dropCatchUp } from './book-catch-up.ts'
import { type ChangedCall, rebookCatchUp } from './rebook-catch-up.ts'
import { endSchedule } from './schedules.ts'

/** The types among `callTypes` for which the account has an active recurring schedule. */
export async function scheduledTypes(db: Db, accountId: number, callTypes: readonly CallType[]): Promise<CallType[]> {
  if (callTypes.length === 0) return []
  const rows = await nextCalls(db, accountId, callTypes).select('callType').distinct().execute()
  return callTypes.filter((type) => rows.some(({ callType }) => callType === type))
}

/** Ends every recurring schedule of these types, however often it is run. A call under way is finished, single calls stay. */
export async function endSchedules(
  { db, jobs, clock }: Pick<CallsDeps, 'db' | 'jobs' | 'clock'>,
  account: ActingAccount,
  callTypes: readonly CallType[],
): Promise<void> {
  if (callTypes.length === 0) return
  await db.transaction().execute(async (trx) => {
    const ended: ChangedCall[] = []
    // One after the other: for each loved one the calls are locked in their order.
    for (;;) {
      const next = await nextCalls(trx, account.id, callTypes)
        .select('id')
        .orderBy('lovedOneId')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!next) break
      ended.push(...(await endScheduleOf(trx, account, next.id, clock.now())))
    }
    for (const call of ended) await rebookCatchUp({ jobs, clock }, trx, call)
  })
}

function nextCalls(db: Db, accountId: number, callTypes: readonly CallType[]) {
  return db
    .selectFrom('calls')
    .where('accountId', '=', accountId)
    .where('status', '=', 'scheduled')
    .where('scheduleId', 'is not', null)
    .where('callType', 'in', [...callTypes])
}

/** Returns the scheduled calls that it deleted, as they were, unless no call of the loved one is wanted any more. */
async function endScheduleOf(trx: Trx, account: ActingAccount, callId: number, now: Date): Promise<ChangedCall[]> {
  const call = await lockOwnCall(trx, account, callId)
  // It was dialled meanwhile; the following one of its schedule is found next.
  if (call.status !== 'scheduled' || call.scheduleId === null) return []
  const moved = await endSchedule(trx, call.scheduleId, now)
  await trx.deleteFrom('calls').where('scheduleId', '=', call.scheduleId).where('status', '=', 'scheduled').execute()
  const others = await trx
    .selectFrom('callSchedules')
    .select('id')
    .where('lovedOneId', '=', call.lovedOneId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!others) await dropCatchUp(trx, call.lovedOneId)
  await recordActivity(trx, {
    accountId: account.id,
    activityType: 'call_cancelled',
    description: `Recurring ${callLabel(call)} for ${call.name} ended: it isn't part of your plan`,
    lovedOneId: call.lovedOneId,
    callId: call.id,
  })
  return others ? [call, ...moved.map((one) => ({ ...one, name: call.name }))] : []
}
