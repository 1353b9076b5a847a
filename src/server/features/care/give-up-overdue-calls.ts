import { busyWithUsReason } from '#core/call-policy/next-step.ts'
import { bookFollowing, wasPhoneInUse } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { type DueCall, followedSchedules, lockOverdueCall, numberToDial, overdueCalls, setAside } from './due-calls.ts'
import { reportIncident } from './report-incident.ts'

const AT_ONCE = 20

/**
 * Gives up the calls that are past their grace period, tells their account holders, and books what follows. Each in a
 * transaction of its own: one that cannot be given up is set aside and keeps no other waiting. Says whether there were
 * any, so that the caller looks for more.
 */
export async function giveUpOverdueCalls(deps: CareDeps): Promise<boolean> {
  const now = deps.clock.now()
  const callIds = await overdueCalls(deps.db, now, AT_ONCE)
  let gaveUp = false
  for (const callId of callIds) gaveUp = (await giveUpOrSetAside(deps, callId, now)) || gaveUp
  return gaveUp
}

async function giveUpOrSetAside(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  try {
    return await giveUp(deps, callId, now)
  } catch (error) {
    deps.log.error({ err: error, callId }, 'An overdue call could not be given up')
    await tellAlone(deps, callId, now).catch((err) => {
      deps.log.error({ err, callId }, 'The account holder could not be told of an overdue call')
    })
    await setAside(deps.db, [callId], now)
    return true
  }
}

async function giveUp(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockOverdueCall(trx, now, callId)
    if (!call) return false
    await concludeCall(deps, trx, call, { now, durationSeconds: null, ...(await whyOverdue(trx, call)) })
    // After it ended: a schedule has one next call, and until then this was it.
    await bookFollowing(trx, deps.jobs, followedSchedules([call]))
    return true
  })
}

/** What keeps a call from being ended must not keep its account holder from being told; once, however often it is tried. */
async function tellAlone(deps: CareDeps, callId: number, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const call = await lockOverdueCall(trx, now, callId)
    if (call) await reportIncident(deps, trx, call, { kind: 'not_reached', ...(await whyOverdue(trx, call)) })
  })
}

/** The due calls are looked up every second: a phone that was free for longer was not what kept a call waiting. */
const FREE_UNSEEN_MS = 5_000

/**
 * An outage of the provider is a failure; a call that we ourselves did not place in time is missed, and so is one whose
 * phone was in use by another call of ours to the end.
 */
async function whyOverdue(trx: Trx, call: DueCall): Promise<{ status: 'failed' | 'missed'; reason: string }> {
  if (await wasWaitingForPhone(trx, call)) return { status: 'missed', reason: busyWithUsReason(call.name) }
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
  if (call.attemptsMade > call.uncountedTries) {
    return { status: 'missed', reason: `${call.name} did not answer, and the next try could not be made in time.` }
  }
  return {
    status: 'missed',
    reason: `Cooee could not place the call to ${call.name} in time, so it was not rung late.`,
  }
}

async function wasWaitingForPhone(trx: Trx, call: DueCall): Promise<boolean> {
  const { dialBy } = call
  if (dialBy === null) return false
  const from = new Date(dialBy.getTime() - FREE_UNSEEN_MS)
  return wasPhoneInUse(trx, { phoneNumber: numberToDial(call), from, to: dialBy })
}
