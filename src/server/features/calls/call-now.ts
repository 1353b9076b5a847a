import { dialBy } from '#core/calls/grace-period.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Trx } from '#server/platform/database.ts'
import type { ActingAccount, CallsDeps } from './deps.ts'
import { moveCall } from './move-call.ts'
import { lockOwnCall } from './own-call.ts'

/** Toll fraud and nervous fingers: so many calls an hour can be started by hand for one account. */
const CALLS_NOW_PER_HOUR = 60

type OwnCall = Awaited<ReturnType<typeof lockOwnCall>>

/**
 * Starts a call at once. A one-off call is brought forward: it is the same call. A recurring one gets an extra call and
 * keeps its schedule. However often it is pressed, the phone is dialled once. Returns the id of the call that rings.
 */
export async function callNow({ db, jobs, clock }: CallsDeps, account: ActingAccount, callId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const call = await lockOwnCall(trx, account, callId)
    const now = clock.now()
    if (call.status === 'in_progress') return call.id
    if (call.status !== 'scheduled') {
      throw new AppError('conflict', 'This call has already taken place. Schedule a new call instead.')
    }
    const target = call.scheduleId === null ? call : await extraCall(trx, call, now)
    if (target.status === 'in_progress' || isAskedForNow(target, now)) return target.id
    await refuseTooMany(trx, account, now)
    await trx.updateTable('calls').set({ calledNowAt: now }).where('id', '=', target.id).execute()
    await moveCall(trx, jobs, { id: target.id, callType: call.callType }, now)
    return target.id
  })
}

/** Pressed before, and the dial is owed now. A call that was put off again since is not. */
function isAskedForNow({ calledNowAt, dialAt }: Pick<OwnCall, 'calledNowAt' | 'dialAt'>, now: Date): boolean {
  return calledNowAt !== null && dialAt !== null && dialAt <= now
}

/** The schedule's extra call: the one that is open, else a new one. The database allows one at a time. */
async function extraCall(trx: Trx, call: OwnCall, now: Date) {
  await trx
    .insertInto('calls')
    .values({
      accountId: call.accountId,
      lovedOneId: call.lovedOneId,
      extraOfScheduleId: call.scheduleId,
      callType: call.callType,
      scheduledFor: now,
      dialAt: now,
      dialBy: dialBy(call.callType, now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('calls')
    .select(['id', 'status', 'calledNowAt', 'dialAt'])
    .where('extraOfScheduleId', '=', call.scheduleId)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .executeTakeFirstOrThrow()
}

async function refuseTooMany(trx: Trx, account: ActingAccount, now: Date): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  const { count } = await trx
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', account.id)
    .where('calledNowAt', '>', anHourAgo)
    .executeTakeFirstOrThrow()
  if (count >= CALLS_NOW_PER_HOUR) {
    throw new AppError('too_many_requests', 'You have started many calls in the last hour. Please try again later.', {
      retryAfterSeconds: 600,
    })
  }
}
