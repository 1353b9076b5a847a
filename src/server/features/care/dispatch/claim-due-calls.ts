import { sql } from 'kysely'
import { callLabel } from '#contract/calls/call-labels.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { bookNextOccurrences, claimingDue, postpone } from '#server/features/calls/public.ts'
import {
  type ByNumber,
  dispatchUpsert,
  isPhoneFree,
  lockPermits,
  turnsUpsert,
} from '#server/features/dialling/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { limitToLength } from '#server/platform/database/statements/limit-to-length.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { type CallToDial, lockDueCalls, nextCallsOfSchedules, numberToDial } from '../attempts/due-calls.ts'
import type { CareDeps } from '../deps.ts'
import { endRefused, splitByRefusal } from '../ending/end-refused-calls.ts'
import { askByText } from '../texts/ask-by-text.ts'
import { type DispatchQueue, dispatchQueue, type QueuedCall } from './dispatch-queue.ts'
import { endBlockedCalls } from './not-made/end-blocked-calls.ts'
import { giveUpOverdueCalls } from './not-made/give-up-overdue-calls.ts'
import { endOverLimitDials, type OverLimit, splitByDials } from './not-made/over-limit-dials.ts'
import { skipAwayCalls } from './not-made/skip-away-calls.ts'
import { whatIsNotMade } from './not-made/what-is-not-made.ts'

/** A queued dial: its attempt is stored, its call claimed. */
export interface PendingDial {
  attemptId: number
  callId: number
  to: string
  /** The number of ours that rings. */
  from: string
  /** When the dial was due. */
  dueAt: Date
  /** When its permit opens: it is not dialled before. */
  dialNotBefore: Date
}

export interface Claim {
  claimed: PendingDial[]
  /** When to poll again; null when nothing is due. */
  again: Date | null
}

/**
 * Claims the next calls that may be dialled now, `limit` at most, in one transaction: takes permits, claims as many
 * calls, stores their attempts and books the following occurrence of each schedule. After the commit a crash loses
 * nothing: the attempts are reconciled.
 * - Before the claim, each in a transaction of its own: calls in a time away are skipped, blocked calls are ended, and
 * calls past their grace period are given up.
 * - A call that cannot be claimed is postponed, and delays no other call.
 * - A call whose phone is in use by another call of ours stays in the queue until that call has ended.
 * - A call that a daily limit forbids is ended, and the members are notified.
 * With `numbers` it claims only calls that are dialled from these numbers of ours. Left out, `queue` is sorted for this claim
 * alone; a worker passes the one it shares with other workers.
 */
export async function claimDueCalls(
  deps: CareDeps,
  limit = Number.POSITIVE_INFINITY,
  queue = dispatchQueue({ ownNumbers: deps.ownNumbers, isShared: false }),
  numbers: readonly string[] = deps.ownNumbers,
): Promise<Claim> {
  const { isAnyAway, isAnyBlocked, isAnyOverdue } = await whatIsNotMade(deps.db, deps.clock.now())
  const skipped = isAnyAway && (await skipAwayCalls(deps))
  const ended = (isAnyBlocked && (await endBlockedCalls(deps))) || skipped
  const gaveUp = (isAnyOverdue && (await giveUpOverdueCalls(deps))) || ended
  const claimed = await claimNext(deps, { limit, queue, numbers }).catch((error) => {
    if (!(error instanceof ClaimFailed)) throw error
    deps.log.warn({ err: error.cause, callIds: error.callIds }, 'Batch claim failed; claiming one by one')
    return claimOneByOne(deps, error.callIds.length, numbers)
  })
  return claimed.again === null && gaveUp ? { ...claimed, again: deps.clock.now() } : claimed
}

/** The claim of these calls was rolled back, because of one of them or for another reason. */
class ClaimFailed extends Error {
  readonly callIds: readonly number[]
  constructor(callIds: readonly number[], cause: unknown) {
    super('Calls could not be claimed', { cause })
    this.callIds = callIds
  }
}

interface Claiming {
  limit: number
  queue: DispatchQueue
  numbers: readonly string[]
}

async function claimNext(deps: CareDeps, { limit, queue, numbers }: Claiming): Promise<Claim> {
  const now = deps.clock.now()
  let due: CallToDial[] = []
  let overLimit: OverLimit[] = []
  try {
    const claimed = await deps.db.transaction().execute(async (trx) => {
      const permits = await lockPermits(trx, deps, now, { limit, numbers })
      if (!permits.isAnyOpen) return { claimed: [], again: permits.pollAgainAt() }
      const next = await nextInQueue(trx, queue, now, { limit, openAt: permits.openAt, ownNumbers: deps.ownNumbers })
      due = next.due
      if (due.length === 0) {
        const isAnyClosed = [...permits.openAt.values()].some((opens) => opens.length === 0)
        return { claimed: [], again: isAnyClosed ? permits.pollAgainAt() : null }
      }
      const { wanted, refused } = await splitByRefusal(deps, trx, due)
      await endRefused(deps, trx, refused, now)
      const free = await withoutPhonesInUse(trx, wanted, now)
      const split = await splitByDials(deps, trx, free, now)
      due = split.allowed
      overLimit = split.overLimit
      if (due.length === 0) return { claimed: [], again: now }
      const used = new Map([...Map.groupBy(due, ({ from }) => from)].map(([number, calls]) => [number, calls.length]))
      await permits.use(used)
      const claimed = await claim(deps, trx, due, { now, openAt: permits.openAt })
      // What falls due from now on wakes the dispatcher by itself.
      return { claimed, again: next.isAll ? null : permits.pollAgainAt(used) }
    })
    await endOverLimitDials(deps, overLimit)
    return claimed
  } catch (error) {
    if (due.length === 0) throw error
    throw new ClaimFailed(
      due.map((call) => call.id),
      error,
    )
  }
}

interface InQueue {
  limit: number
  openAt: ByNumber<readonly Date[]>
  ownNumbers: OwnNumbers
}

/**
 * Locks the calls that are next in the queue, of each number as many as it has permits. Of several to one phone the
 * first is taken: the others find it in use until that call has ended. `isAll`: none that is due was left or skipped.
 */
async function nextInQueue(
  trx: Trx,
  queue: DispatchQueue,
  now: Date,
  next: InQueue,
): Promise<{ due: CallToDial[]; isAll: boolean }> {
  const { limit, openAt, ownNumbers } = next
  const wanted = new Map([...openAt].map(([number, slots]) => [number, slots.length]))
  await queue.load(trx, now, wanted)
  for (;;) {
    const due: (CallToDial & QueuedCall)[] = []
    let skipped = 0
    for (const [number, count] of queue.shares(wanted, limit)) {
      if (count === 0) continue
      const head = queue.head(number, count)
      const ids = head.map(({ id }) => id)
      const locked = await lockDueCalls(trx, now, ids, count, { number, ownNumbers })
      const dealtWith = locked.length < count ? ids.length : ids.indexOf(locked.at(-1)?.id ?? 0) + 1
      queue.remove(number, dealtWith)
      skipped += dealtWith - locked.length
      due.push(...locked.map((call) => ({ ...call, from: number, place: head[ids.indexOf(call.id)]?.place ?? 0 })))
    }
    if (due.length > 0 || !(await queue.sort(trx, now, wanted))) {
      await queue.save(trx)
      const isAll = skipped === 0 && queue.isExhausted()
      return { due: onePerPhone(due.toSorted((one, other) => one.place - other.place)), isAll }
    }
  }
}

/**
 * A call whose second phone is skipped rings the first one instead, which was not looked at for that: where it is in use, or
 * rings for a call of the same claim, the call is put off by half a minute.
 */
async function withoutPhonesInUse(trx: Trx, wanted: readonly CallToDial[], now: Date): Promise<CallToDial[]> {
  const others = wanted.filter(({ skippedSecondPhone }) => !skippedSecondPhone)
  const free = onePerPhone([
    ...others,
    ...(await withFreePhone(
      trx,
      wanted.filter((call) => call.skippedSecondPhone),
      now,
    )),
  ])
  const inUse = wanted.filter((call) => !free.includes(call))
  if (inUse.length > 0)
    await postpone(
      trx,
      inUse.map(({ id }) => id),
      now,
    )
  return wanted.filter((call) => free.includes(call))
}

async function withFreePhone(trx: Trx, calls: readonly CallToDial[], now: Date): Promise<CallToDial[]> {
  if (calls.length === 0) return []
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${calls.map(numberToDial)}::text[]) as number where ${isPhoneFree(sql`number`, now)}`.execute(
    trx,
  )
  const free = new Set(rows.map(({ number }) => number))
  return calls.filter((call) => free.has(numberToDial(call)))
}

function onePerPhone(due: readonly CallToDial[]): CallToDial[] {
  const taken = new Set<string>()
  return due.filter((call) => {
    const number = numberToDial(call)
    const isFirst = !taken.has(number)
    taken.add(number)
    return isFirst
  })
}

/** Claims up to `limit` calls, each by itself, and postpones those that still cannot be claimed. */
async function claimOneByOne(deps: CareDeps, limit: number, numbers: readonly string[]): Promise<Claim> {
  const queue = dispatchQueue({ ownNumbers: deps.ownNumbers, isShared: false })
  const claimed: PendingDial[] = []
  try {
    for (let tried = 0; tried < limit; tried++) {
      const one = await claimNext(deps, { limit: 1, queue, numbers }).catch(async (error) => {
        if (!(error instanceof ClaimFailed)) throw error
        await postpone(deps.db, error.callIds, deps.clock.now())
        deps.log.error({ err: error.cause, callIds: error.callIds }, 'Call not claimed; postponed')
        return null
      })
      if (one?.claimed.length === 0) return { claimed, again: one.again }
      claimed.push(...(one?.claimed ?? []))
    }
  } catch (error) {
    // Nothing can be claimed at present. Calls claimed so far must still be dialled; the next poll reports the error.
    if (claimed.length === 0) throw error
  }
  return { claimed, again: deps.clock.now() }
}

async function claim(
  deps: CareDeps,
  trx: Trx,
  due: readonly CallToDial[],
  { now, openAt }: { now: Date; openAt: ByNumber<readonly Date[]> },
): Promise<PendingDial[]> {
  const { rows: attempts } = await sql<{ id: number; callId: number; phoneNumber: string }>`
    with due as (
      select id, account_id, own_number, is_catch_up, try_number, phone_number, dial_by, queue_index from unnest(
        ${due.map(({ id }) => id)}::bigint[],
        ${due.map(({ accountId }) => accountId)}::bigint[],
        ${due.map(({ from }) => from)}::text[],
        ${due.map(({ catchUpFor }) => catchUpFor !== null)}::boolean[],
        ${due.map(({ triesMade }) => triesMade + 1)}::int[],
        ${due.map(numberToDial)}::text[],
        ${due.map((call) => call.dialBy ?? now)}::timestamptz[]
      ) with ordinality
        as due (id, account_id, own_number, is_catch_up, try_number, phone_number, dial_by, queue_index)
      ${limitToLength(due)}
    ), claimed as (
      ${claimingDue(now)}
    ), dispatched as (
      ${dispatchUpsert(now)}
    ), counted as (
      ${turnsUpsert()}
    )
    insert into attempts (call_id, attempt_number, phone_number, started_at, dial_by, next_at)
    select id, try_number, phone_number, ${now}, dial_by, ${new Date(now.getTime() + deps.timing.reconcileAfterMs)}
    from due order by queue_index
    returning id, call_id, phone_number`.execute(trx)
  const accountIds = due.map((call) => call.accountId)
  await announceChange(trx, accountIds, 'calls')
  await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules(due))
  await recordActivities(
    trx,
    due
      .filter((call) => call.status === 'scheduled')
      .map((call) => ({
        accountId: call.accountId,
        activityType: 'call_started',
        description: `${callLabel(call)} with ${call.name} started`,
        lovedOneId: call.lovedOneId,
        callId: call.id,
      })),
  )
  const texts = new Set(due.filter(({ asksBy }) => asksBy === 'text').map(({ id }) => id))
  const isText = ({ callId }: { callId: number }) => texts.has(callId)
  // The outbox sends them.
  if (texts.size > 0) await askByText(deps, trx, attempts.filter(isText))
  const slots = new Map([...openAt].map(([number, opens]) => [number, opens.values()]))
  const permitOf = new Map(
    due.map(({ id, from, dialAt }) => [
      id,
      { from, dueAt: dialAt ?? now, dialNotBefore: slots.get(from)?.next().value ?? now },
    ]),
  )
  const rings = attempts.filter((attempt) => !isText(attempt))
  return rings.map(({ id, callId, phoneNumber }) => ({
    attemptId: id,
    callId,
    to: phoneNumber,
    ...(permitOf.get(callId) ?? { from: deps.ownNumbers[0], dueAt: now, dialNotBefore: now }),
  }))
}
