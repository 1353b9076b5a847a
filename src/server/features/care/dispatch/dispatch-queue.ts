import { sql } from 'kysely'
import { DISPATCH_ORDER } from '#core/calls/dispatch-order.ts'
import { MAY_BE_DIALLED, NUMBER_TO_DIAL } from '#server/features/calls/public.ts'
import { type ByNumber, isPhoneFree, VIRTUAL_TIME } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'

/** A due call, and its place among the due calls of all numbers. */
export interface QueuedCall {
  id: number
  place: number
}

/** The due calls of each of our numbers in the order in which they are dispatched. */
export interface DispatchQueue {
  /** Uses what another worker has sorted, or sorts what is due now where that is not fresh. Under the lock of `lockPermits`. */
  load(trx: Trx, now: Date, wanted: ByNumber<number>): Promise<void>
  /** Sorts what is due now. False if it was sorted a moment ago. */
  sort(trx: Trx, now: Date, wanted: ByNumber<number>): Promise<boolean>
  /** How many calls of each number are among the next `limit` of all, with at most so many as are wanted of each. */
  shares(wanted: ByNumber<number>, limit: number): ByNumber<number>
  /** The next calls of a number, and some more: they may have been dialled, moved or cancelled since. */
  head(number: string, limit: number): readonly QueuedCall[]
  /** Removes the first calls of a number: they have been dealt with, or are gone. */
  remove(number: string, count: number): void
  /** Whether all that was due was sorted in this claim, and nothing of it is left. */
  isExhausted(): boolean
  /** Leaves the rest to the other workers, in the same transaction. */
  save(trx: Trx): Promise<void>
}

/**
 * A poll stays fresh for this many times its duration: polling takes a twentieth of the time, however many calls are
 * due.
 */
const FRESHNESS_FACTOR = 20
/** The longest time a poll stays fresh: a more urgent call that falls due meanwhile waits no longer to be queued. */
const MAX_FRESH_MS = 5_000
/** A poll this quick is always repeated. */
const QUICK_MS = 10
/** How many calls are queued for each that is wanted now: for the claims that follow. */
const CALLS_AHEAD = 20
/** How many calls are skipped at most: an edit locks its call for some milliseconds. */
const MAX_LOCKED = 500

/** What is left of the due calls of one number. */
interface NumberQueue {
  calls: readonly QueuedCall[]
  /** How many were removed since it was read. */
  taken: number
  /** Whether more were due than are listed. */
  isCut: boolean
}

interface QueueOptions {
  ownNumbers: OwnNumbers
  /** Whether all workers read one sorted queue, stored in the database. False: sorts for each claim, for itself. */
  isShared?: boolean
  nowMs?: () => number
}

/**
 * Each account that waits for a number gets one call before any gets a second, so that one call of an account never
 * waits behind a hundred of another: an account with a due call is served within `accounts waiting / rate` seconds,
 * whatever the others booked. Among calls of the same rank the one whose grace period ends first goes first; within an account the call types
 * have their order. Catch-up calls come after all regular calls, in the same way among themselves. Accounts are compared
 * with those that wait for the same one of our numbers, with the turns that they have had from it. There is one order
 * for all of our numbers, and each takes its own calls of it: one that has used up its rate does not hold up another.
 * For that all due calls are read and sorted, which takes longer the more there are: then the claims of all workers
 * share one sort, under the lock of `lockPermits`. The claim checks each call again.
 */
export function dispatchQueue({
  ownNumbers,
  isShared = true,
  nowMs = () => performance.now(),
}: QueueOptions): DispatchQueue {
  let queues = new Map<string, NumberQueue>()
  let isStored = false
  let isSorted = false
  const left = (number: string) => {
    const { calls, taken } = queues.get(number) ?? { calls: [], taken: 0 }
    return calls.slice(taken)
  }
  const isUsedUp = (wanted: ByNumber<number>) => {
    const numbers = [...wanted].flatMap(([number, count]) => (count > 0 ? [number] : []))
    const isEmpty = (number: string) => left(number).length === 0
    return numbers.every(isEmpty) || numbers.some((number) => isEmpty(number) && queues.get(number)?.isCut)
  }
  const queue: DispatchQueue = {
    async load(trx, now, wanted) {
      queues = isShared ? await readQueues(trx, Math.max(...wanted.values()) + MAX_LOCKED) : new Map()
      isStored = queues.size > 0
      isSorted = false
      if (isUsedUp(wanted)) await queue.sort(trx, now, wanted)
    },
    async sort(trx, now, wanted) {
      if (isSorted) return false
      const beganMs = nowMs()
      const atMost = Math.max(...wanted.values()) * CALLS_AHEAD + MAX_LOCKED
      queues = await dueInOrder(trx, now, ownNumbers, atMost)
      const tookMs = nowMs() - beganMs
      isSorted = true
      isStored = isShared && tookMs >= QUICK_MS
      if (isStored) await storeQueues(trx, queues, Math.min(MAX_FRESH_MS, tookMs * FRESHNESS_FACTOR))
      return true
    },
    shares(wanted, limit) {
      const next = [...wanted].flatMap(([number, count]) =>
        left(number)
          .slice(0, count)
          .map(({ place }) => ({ number, place })),
      )
      const first = next.toSorted((one, other) => one.place - other.place).slice(0, limit)
      return new Map(ownNumbers.map((number) => [number, first.filter((one) => one.number === number).length]))
    },
    head: (number, limit) => left(number).slice(0, limit + MAX_LOCKED),
    remove(number, count) {
      const of = queues.get(number)
      if (of) of.taken += count
    },
    isExhausted: () => isSorted && ![...queues].some(([number, { isCut }]) => isCut || left(number).length > 0),
    async save(trx) {
      if (isStored) await storeTaken(trx, queues)
    },
  }
  return queue
}

async function readQueues(trx: Trx, atMost: number): Promise<Map<string, NumberQueue>> {
  const { rows } = await sql<{ ownNumber: string; ids: number[]; places: number[]; isCut: boolean }>`
    select own_number, is_cut, call_ids[taken + 1 : taken + ${atMost}::int] as ids,
      places[taken + 1 : taken + ${atMost}::int] as places
    from dispatch_queues where fresh_until > clock_timestamp()`.execute(trx)
  return new Map(rows.map(({ ownNumber, isCut, ...calls }) => [ownNumber, { ...toQueue(calls), isCut }]))
}

function toQueue({ ids, places }: { ids: readonly number[]; places: readonly number[] }) {
  return { calls: ids.map((id, index) => ({ id, place: places[index] ?? 0 })), taken: 0 }
}

/** By the database's clock: it is one for all workers. */
async function storeQueues(trx: Trx, queues: ReadonlyMap<string, NumberQueue>, freshMs: number): Promise<void> {
  await sql`delete from dispatch_queues`.execute(trx)
  for (const [number, { calls, isCut }] of queues) {
    await sql`
      insert into dispatch_queues (own_number, fresh_until, call_ids, places, is_cut)
      values (${number}, clock_timestamp() + ${freshMs} * interval '1 millisecond',
        ${calls.map(({ id }) => id)}::bigint[], ${calls.map(({ place }) => place)}::bigint[], ${isCut})`.execute(trx)
  }
}

async function storeTaken(trx: Trx, queues: ReadonlyMap<string, NumberQueue>): Promise<void> {
  const taken = [...queues].filter(([, queue]) => queue.taken > 0)
  if (taken.length === 0) return
  await sql`
    update dispatch_queues set taken = dispatch_queues.taken + now.taken
    from unnest(${taken.map(([number]) => number)}::text[], ${taken.map(([, queue]) => queue.taken)}::int[])
      as now (own_number, taken)
    where dispatch_queues.own_number = now.own_number`.execute(trx)
}

/** The due calls of each number, at most so many of each. */
async function dueInOrder(
  trx: Trx,
  now: Date,
  ownNumbers: OwnNumbers,
  atMost: number,
): Promise<Map<string, NumberQueue>> {
  const isOne = ownNumbers.length === 1
  const inQueueOrder = sql`
      select id, own_number, row_number() over (
        -- Catch-up calls come after every regular call: those that make up for an outage would delay reminders of others.
        order by is_catch_up, greatest(coalesce(dispatch_turns.turns_taken, 0) - virtual_time, 0) + rank_in_account,
          dial_by, rank_in_account, last_dispatched_at nulls first, dial_at, id
      ) as place
      from (
        select calls.id, calls.account_id, dial_at, dial_by, own_number, is_catch_up,
          row_number() over (
            partition by calls.account_id, own_number, is_catch_up
            order by array_position(${sql.lit(`{${DISPATCH_ORDER.join(',')}}`)}::text[], call_type), dial_at, calls.id
          ) as rank_in_account
        from calls
          -- PostgreSQL expects as many due calls as when it gathered its statistics, and would read everybody. The limit
          -- keeps it to those whose call is due.
          cross join lateral (select * from loved_ones where id = calls.loved_one_id limit 1) as loved_ones
          cross join lateral (
            select ${rungFrom(ownNumbers)} as own_number, catch_up_for is not null as is_catch_up
          ) as queue_of_call
        where dial_at <= ${now} and dial_by >= ${now} and ${MAY_BE_DIALLED}
          -- A call that waits for a phone in use delays no other call.
          and ${isPhoneFree(NUMBER_TO_DIAL, now)}
      ) as due
      join virtual_times using (own_number, is_catch_up)
      left join dispatch_turns using (account_id, own_number, is_catch_up)
      left join account_dispatches using (account_id)`
  const next = isOne
    ? sql`${inQueueOrder} order by place limit ${atMost}`
    : sql`
      select * from (
        select *, row_number() over (partition by own_number order by place) as nth from (${inQueueOrder}) as in_queue_order
      ) as of_numbers where nth <= ${atMost}`
  // Materialized: PostgreSQL would look the virtual time up for each due call.
  const { rows } = await sql<{ ownNumber: string; ids: number[]; places: number[] }>`
    with virtual_times as materialized (
      select own_number, is_catch_up, ${VIRTUAL_TIME} as virtual_time
      from (
        select own_number, is_catch_up from unnest(${ownNumbers}::text[]) as own_number
        cross join (values (false), (true)) as kinds (is_catch_up)
      ) as queues
    )
    select own_number, array_agg(id order by place) as ids, array_agg(place order by place) as places
    from (${next}) as queued group by own_number`.execute(trx)
  return new Map(
    rows.map(({ ownNumber, ...calls }) => [ownNumber, { ...toQueue(calls), isCut: calls.ids.length >= atMost }]),
  )
}
