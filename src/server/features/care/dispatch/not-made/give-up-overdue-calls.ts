import { BUSY_WITH_US_REASON } from '#core/call-policy/after-attempt.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import {
  bookCatchUp,
  bookNextOccurrences,
  type CatchUp,
  openCatchUpOf,
  postpone,
  putOffCatchUp,
} from '#server/features/calls/public.ts'
import { isInDoubt, wasPhoneInUse } from '#server/features/dialling/public.ts'
import { tryLock } from '#server/platform/database/advisory-lock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import {
  type DueCall,
  lockOverdueCall,
  lockOverdueCallsOf,
  nextCallsOfSchedules,
  numberToDial,
  overdueCalls,
} from '../../attempts/due-calls.ts'
import { PERHAPS_RUNG, perhapsTexted } from '../../attempts/restored-attempts.ts'
import { rungTries } from '../../attempts/rung-tries.ts'
import type { CareDeps } from '../../deps.ts'
import { concludeCall } from '../../ending/conclude-call.ts'
import { endRefused, splitByRefusal } from '../../ending/end-refused-calls.ts'
import { raiseIncident, raiseNotMade } from '../../ending/raise-incident.ts'
import { isPolling, readHeartbeats } from '../dispatcher-heartbeats.ts'

const BATCH_SIZE = 20
/** How many calls of one loved one are reported together at most; after a longer outage the others follow. */
const MAX_TOGETHER = 200

/**
 * Gives up the calls that are past their grace period, notifies the members, and books what follows and the
 * catch-up call. All calls of one loved one are in one transaction, so that they are reported together; a call that
 * cannot be given up is postponed and delays no other. Returns whether there were any, so that the caller polls again.
 */
export async function giveUpOverdueCalls(deps: CareDeps): Promise<boolean> {
  const now = deps.clock.now()
  const overdue = await overdueCalls(deps.db, now, BATCH_SIZE)
  let gaveUp = false
  for (const [lovedOneId, calls] of Map.groupBy(overdue, ({ lovedOneId }) => lovedOneId)) {
    gaveUp = (await giveUpTogetherOrEach(deps, lovedOneId, calls, now)) || gaveUp
  }
  return gaveUp
}

async function giveUpTogetherOrEach(
  deps: CareDeps,
  lovedOneId: number,
  calls: readonly { id: number }[],
  now: Date,
): Promise<boolean> {
  try {
    return await giveUpAllOf(deps, lovedOneId, now)
  } catch (error) {
    deps.log.error({ err: error, lovedOneId }, 'Overdue calls not given up together; giving up one by one')
    let gaveUp = false
    for (const { id } of calls) gaveUp = (await giveUpOrSetAside(deps, id, now)) || gaveUp
    return gaveUp
  }
}

function giveUpAllOf(deps: CareDeps, lovedOneId: number, now: Date): Promise<boolean> {
  return retryingTransaction(deps.db, async (trx) => {
    // Another worker gives them up, and reports all of them.
    if (!(await tryLock(trx, 'catch-up of loved one', lovedOneId))) return false
    const givenUp: GivenUpCall[] = []
    while (givenUp.length < MAX_TOGETHER) {
      // After days the call that follows may be past its time as well.
      const calls = await lockOverdueCallsOf(trx, now, lovedOneId)
      if (calls.length === 0) break
      for (const call of await wantedOf(deps, trx, calls, now))
        givenUp.push(...(await endAndBookNext(deps, trx, call, now)))
    }
    if (givenUp.length === 0) return false
    const catchUp = await bookCatchUpOf(deps, trx, givenUp)
    await reportGivenUp(deps, trx, givenUp, catchUp)
    return true
  })
}

/** Those that were to be placed. The others end as refused: nobody is notified that they came too late. */
async function wantedOf(deps: CareDeps, trx: Trx, calls: readonly DueCall[], now: Date): Promise<DueCall[]> {
  const { wanted, refused } = await splitByRefusal(deps, trx, calls)
  await endRefused(deps, trx, refused, now)
  return wanted
}

interface GivenUpCall {
  call: DueCall
  why: Overdue
}

/**
 * Ends the call without a notice, and books what follows. A catch-up call that nobody tried to place is moved to the
 * next waking hours: the loved one was not rung for anything yet. One that could not be claimed for a fault of ours
 * ends: the fault would be the same in the morning.
 */
async function endAndBookNext(deps: CareDeps, trx: Trx, call: DueCall, now: Date): Promise<GivenUpCall[]> {
  const why = await whyOverdue(trx, call, now)
  if (call.catchUpFor !== null && why.isOurs && !why.isOwnFault) {
    await putOffCatchUp(deps, trx, call)
    return []
  }
  const { status, reason } = why
  await concludeCall(deps, trx, call, { status, reason, now, durationSeconds: null, skipsConsequences: true })
  // After it ended: a schedule has one next call, and this was it so far.
  await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))
  return [{ call, why }]
}

/**
 * A call that is postponed is due again within a minute, until the end of its time; a call that only waits in the queue
 * keeps its first time.
 */
const POSTPONED_LATELY_MS = 5 * 60_000

/** Whether an error kept the call from being claimed, and it was postponed until its time was over. */
function wasPostponed({ dialAt, dialBy }: DueCall): boolean {
  return dialAt !== null && dialBy !== null && dialBy.getTime() - dialAt.getTime() < POSTPONED_LATELY_MS
}

/** For the latest of them that can have a catch-up call: a catch-up call has none, nor has a call that may have rung. */
async function bookCatchUpOf(deps: CareDeps, trx: Trx, givenUp: readonly GivenUpCall[]): Promise<CatchUp | null> {
  for (const { call, why } of givenUp.toReversed()) {
    if (why.isInDoubt) continue
    const catchUp = await bookCatchUp(deps, trx, call)
    if (catchUp) return catchUp
  }
  return null
}

/** Calls that did not ring are reported together; a call that rang without an answer, or may have rung, is other news. */
async function reportGivenUp(
  deps: CareDeps,
  trx: Trx,
  givenUp: readonly GivenUpCall[],
  catchUp: CatchUp | null,
): Promise<void> {
  const mayHaveRung = ({ why }: GivenUpCall) => why.wasRung || why.isInDoubt
  const neverRung = givenUp.filter((one) => !mayHaveRung(one))
  for (const { call, why } of givenUp.filter(mayHaveRung)) {
    const { status, reason, isInDoubt: isEndUnknown } = why
    const notReached = { kind: 'not_reached', status, reason, isEndUnknown } as const
    await raiseIncident(deps, trx, call, notReached, { notTriedAt: deps.clock.now() })
  }
  const notMade = neverRung.map(({ call, why }) => ({ call, reason: why.reason }))
  await raiseNotMade(deps, trx, notMade, catchUp)
}

async function giveUpOrSetAside(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  try {
    return await giveUp(deps, callId, now)
  } catch (error) {
    deps.log.error({ err: error, callId }, 'Overdue call not given up; postponed')
    await notifyAlone(deps, callId, now).catch((err) => {
      deps.log.error({ err, callId }, 'Members not notified of an overdue call; retrying')
    })
    await postpone(deps.db, [callId], now)
    return true
  }
}

async function giveUp(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockOverdueCall(trx, now, callId)
    if (!call) return false
    const [wanted] = await wantedOf(deps, trx, [call], now)
    if (!wanted) return true
    const givenUp = await endAndBookNext(deps, trx, wanted, now)
    if (givenUp.length > 0) await reportGivenUp(deps, trx, givenUp, await bookCatchUpOf(deps, trx, givenUp))
    return true
  })
}

/**
 * An error that keeps a call from being ended must not keep the members from being notified; once, however often
 * it is retried.
 */
async function notifyAlone(deps: CareDeps, callId: number, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const call = await lockOverdueCall(trx, now, callId)
    if (!call) return
    const catchUp = await openCatchUpOf(trx, call.lovedOneId, now)
    await reportGivenUp(deps, trx, [{ call, why: await whyOverdue(trx, call, now) }], catchUp)
  })
}

/** Due calls are polled every second: a phone that was free for longer did not keep a call waiting. */
const FREE_UNSEEN_MS = 5_000

interface Overdue {
  status: 'failed' | 'missed'
  reason: string
  /** Whether any try has rung. */
  wasRung: boolean
  /** No try was made, and the provider was not asked: Cooee was not running, or had no permit for it. */
  isOurs: boolean
  /** An error kept the call from being claimed. */
  isOwnFault: boolean
  /** It may have rung, and that was lost. */
  isInDoubt: boolean
}

/** Why it is overdue: an outage of the provider is a failure; what we did not place in time, or found in use by ourselves, is missed. */
async function whyOverdue(trx: Trx, call: DueCall, now: Date): Promise<Overdue> {
  const { name } = call
  const wasRung = (await rungTries(trx, call)) > 0
  const known = { wasRung, isOurs: false, isOwnFault: false, isInDoubt: false }
  if (await isInDoubt(trx, call)) {
    const isText = call.asksBy === 'text'
    const reason = isText ? perhapsTexted({ outcomeUnknownSince: now }) : PERHAPS_RUNG
    return { ...known, status: 'missed', isInDoubt: true, reason }
  }
  if (await wasWaitingForPhone(trx, call)) return { ...known, status: 'missed', reason: BUSY_WITH_US_REASON }
  const tried = await trx
    .selectFrom('attempts')
    .select(({ eb, fn }) => [
      fn
        .coalesce(fn('bool_or', [eb('state', '=', 'not_placed')]), eb.lit(false))
        .$castTo<boolean>()
        .as('wasRefused'),
      fn
        .coalesce(fn('bool_or', [eb('outcome', '=', 'not_yet')]), eb.lit(false))
        .$castTo<boolean>()
        .as('saidNotYet'),
      fn
        .coalesce(fn('bool_or', [eb('outcome', '=', 'failed')]), eb.lit(false))
        .$castTo<boolean>()
        .as('hasFailed'),
    ])
    .where('callId', '=', call.id)
    .executeTakeFirstOrThrow()
  if (tried.wasRefused) {
    return { ...known, status: 'failed', reason: "The phone company couldn't put the call through in time." }
  }
  const noNextTry = "and we couldn't try again in time."
  if (tried.saidNotYet) return { ...known, status: 'missed', reason: `${name} said "not yet", ${noNextTry}` }
  if (wasRung) return { ...known, status: 'missed', reason: `${shortName(name)} didn't answer, ${noNextTry}` }
  if (tried.hasFailed) {
    const reason = `The phone company couldn't put the call through, ${noNextTry}`
    return { ...known, status: 'failed', reason }
  }
  const ours = { ...known, status: 'missed', isOurs: true } as const
  if (await wasDown(trx, call, now)) {
    return { ...ours, reason: 'Cooee was down at the time, and afterwards it was too late to ring.' }
  }
  if (wasPostponed(call)) {
    return { ...ours, isOwnFault: true, reason: "Something went wrong on our side, and we couldn't make the call." }
  }
  return { ...ours, reason: 'We waited for a free line until it was too late to ring.' }
}

/** Whether no worker was polling for due calls when the call was due. */
async function wasDown(trx: Trx, { scheduledFor, dialAt }: DueCall, now: Date): Promise<boolean> {
  const heartbeats = await readHeartbeats(trx)
  const dueAt = dialAt !== null && dialAt > scheduledFor ? dialAt : scheduledFor
  return !isPolling(heartbeats, now) || (heartbeats.runningSince ?? now) > dueAt
}

async function wasWaitingForPhone(trx: Trx, call: DueCall): Promise<boolean> {
  const { dialBy } = call
  if (dialBy === null) return false
  const from = new Date(dialBy.getTime() - FREE_UNSEEN_MS)
  return wasPhoneInUse(trx, { phoneNumber: numberToDial(call), from, to: dialBy })
}
