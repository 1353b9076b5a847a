import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { bookFollowing } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { type DueCall, lockDueCalls, lockOverdueCalls } from './due-calls.ts'
import { lockPlaces } from './pace.ts'

/** A dial that is owed to the provider: its attempt is written down, its call claimed. */
export interface OwedDial {
  attemptId: number
  callId: number
  to: string
  /** When its place in the provider's rate opens: not before this. */
  leavesAt: Date
  claimedAt: Date
}

export interface Claim {
  owed: OwedDial[]
  /** When to look again; null when nothing is due. */
  again: Date | null
}

const OVERDUE_AT_ONCE = 50

/**
 * Takes the next calls that may leave now, in one transaction: gives up what is past its grace period, takes places in
 * the provider's rate, claims as many calls, writes their attempts down and books the following occurrence of each
 * schedule. After the commit a crash loses nothing: the attempts are there to be settled. Claims at most `most` calls.
 */
export async function claimDueCalls(deps: CareDeps, most = Number.POSITIVE_INFINITY): Promise<Claim> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx) => {
    const overdue = await lockOverdueCalls(trx, now, OVERDUE_AT_ONCE)
    for (const call of overdue) await giveUpOverdue(deps, trx, call, now)
    // After they ended: a schedule has one next call, and until then these were it.
    await bookFollowing(trx, deps.jobs, followed(overdue))
    const places = await lockPlaces(trx, deps.callsPerSecond, now, most)
    if (places.openAt.length === 0) return { owed: [], again: places.lookAgainAt(0) }
    const due = await lockDueCalls(trx, now, places.openAt.length)
    if (due.length === 0) return { owed: [], again: overdue.length > 0 ? now : null }
    await places.use(due.length)
    return { owed: await claim(deps, trx, due, { now, openAt: places.openAt }), again: places.lookAgainAt(due.length) }
  })
}

async function claim(
  deps: CareDeps,
  trx: Trx,
  due: readonly DueCall[],
  { now, openAt }: { now: Date; openAt: readonly Date[] },
): Promise<OwedDial[]> {
  const ids = due.map((call) => call.id)
  await trx
    .updateTable('calls')
    .set((eb) => ({
      status: 'in_progress',
      dialAt: null,
      dialBy: null,
      attemptsMade: eb('attemptsMade', '+', 1),
      startedAt: eb.fn.coalesce('startedAt', eb.val(now)),
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
  const attempts = await trx
    .insertInto('attempts')
    .values(
      due.map((call) => ({
        callId: call.id,
        attemptNumber: call.attemptsMade + 1,
        phoneNumber: numberToDial(call),
        startedAt: now,
        dialBy: call.dialBy ?? now,
        settleAt: new Date(now.getTime() + deps.timing.settleAfterMs),
      })),
    )
    .returning(['id', 'callId', 'phoneNumber'])
    .execute()
  await bookFollowing(trx, deps.jobs, followed(due))
  await recordActivities(
    trx,
    due
      .filter((call) => call.status === 'scheduled')
      .map((call) => ({
        accountId: call.accountId,
        activityType: 'call_started',
        description: `${CALL_TYPE_LABELS[call.callType]} with ${call.name} started`,
        lovedOneId: call.lovedOneId,
        callId: call.id,
      })),
  )
  return attempts.map(({ id, callId, phoneNumber }, index) => ({
    attemptId: id,
    callId,
    to: phoneNumber,
    leavesAt: openAt[index] ?? now,
    claimedAt: now,
  }))
}

/** Those that were the next call of a schedule; a retry is followed by what its first attempt has booked. */
function followed(calls: readonly DueCall[]) {
  return calls.flatMap((call) =>
    call.status === 'scheduled' && call.scheduleId !== null ? [{ ...call, scheduleId: call.scheduleId }] : [],
  )
}

/** The first dial rings the loved one's own number; the retries ring the second one where there is one. */
function numberToDial(call: DueCall): string {
  return call.attemptsMade === 0 ? call.phoneNumber : (call.secondPhoneNumber ?? call.phoneNumber)
}

async function giveUpOverdue(deps: CareDeps, trx: Trx, call: DueCall, now: Date): Promise<void> {
  await concludeCall(deps, trx, call, { now, durationSeconds: null, ...(await whyOverdue(trx, call)) })
}

/** An outage of the provider is a failure; a call that we ourselves did not place in time is missed. */
async function whyOverdue(trx: Trx, call: DueCall): Promise<{ status: 'failed' | 'missed'; reason: string }> {
  const refusedByOutage = await trx
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', call.id)
    .where('state', '=', 'not_placed')
    .limit(1)
    .executeTakeFirst()
  if (refusedByOutage) {
    return { status: 'failed', reason: `The phone provider could not place the call to ${call.name} in time.` }
  }
  if (call.attemptsMade > 0) {
    return { status: 'missed', reason: `${call.name} did not answer, and the next try could not be made in time.` }
  }
  return {
    status: 'missed',
    reason: `Cooee could not place the call to ${call.name} in time, so it was not rung late.`,
  }
}
