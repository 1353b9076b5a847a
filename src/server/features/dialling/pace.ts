import { type RawBuilder, sql } from 'kysely'
import { afterTaking, type DialPace, openPermits, type PermitUse, pollAgainMs } from '#core/calls/dial-permits.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { type FailoverDeps, handleFailover, IS_OTHER_TIMELINE } from './failover.ts'
import { shareOfRate, slowedRate } from './slow-dialling.ts'

/** How far past its permit a call may be dialled without delaying the next. None where calls are seldom dialled: a late timer costs nothing there. */
export function jitterMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 20 : 0
}

/** Between one permit and the next: longer than the rate asks for, so that jitter exceeds it in no second. */
export function spacingMs(callsPerSecond: number): number {
  return (1000 + jitterMs(callsPerSecond)) / callsPerSecond
}

/**
 * Permits are taken up to this long before they open. While a transaction that takes some is slow, the calls of the
 * previous one are still sent, each at its own instant: no permit is wasted, and a lost one is never made up for by dialling faster.
 * At low rates a slow transaction wastes none, and a more urgent call should not find the next permit taken.
 */
export function aheadMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 400 : 200
}

/** Above this rate, in calls a second, calls are sent in a stream. */
const FAST = 10

/** While one number waits for its next permit, what falls due for another one is noticed within this long. */
const OTHERS_AGAIN_MS = 200

export interface PaceDeps extends FailoverDeps {
  /** The rate of each number. */
  callsPerSecond: number
  ownNumbers: OwnNumbers
}

/** Something for each of our numbers. */
export type ByNumber<Value> = ReadonlyMap<string, Value>

export interface Permits {
  /** When each of the permits that may be taken now opens, soonest first. */
  openAt: ByNumber<readonly Date[]>
  /** Whether any of them may be taken. */
  isAnyOpen: boolean
  /** When to ask for more permits once so many of these are taken. */
  pollAgainAt(used?: ByNumber<number>): Date
  /** Marks so many of the first permits as used, in the same transaction. */
  use(used: ByNumber<number>): Promise<void>
}

interface Wanted {
  /** For each number at most so many. */
  limit: number
  /** Of these numbers alone; left out, of all. */
  numbers?: readonly string[] | undefined
}

/**
 * The provider's calls-per-second limit of each number as a row that all workers share. Over its limit the provider
 * would queue calls for hours and ring at lunch what was due at breakfast, so the queue stays here. Locks the fence, one
 * row for all numbers, until the transaction ends: one worker at a time decides which calls are dialled next, and which
 * phone rings. Where the database has failed over, that is dealt with before anything can be claimed.
 */
export function lockPermits(trx: Trx, deps: PaceDeps, now: Date, wanted: Wanted): Promise<Permits> {
  return lockFence(trx, deps, now, { ...wanted, permitUseNow: async () => () => ({ kind: 'care' }) })
}

/**
 * Permits for alerts: the one that opens next, and from then on at most every second permit of a number for which care
 * calls are due. Due care calls are read once the fence is locked.
 */
export function lockPermitsForAlerts(
  trx: Trx,
  deps: PaceDeps,
  now: Date,
  { careDueFrom, ...wanted }: Wanted & { careDueFrom: () => Promise<ReadonlySet<string>> },
): Promise<Permits> {
  const permitUseNow = async () => {
    const due = await careDueFrom()
    return (number: string): PermitUse => ({ kind: 'alerts', isCareDue: due.has(number) })
  }
  return lockFence(trx, deps, now, { ...wanted, permitUseNow })
}

async function lockFence(
  trx: Trx,
  deps: PaceDeps,
  now: Date,
  wanted: Wanted & { permitUseNow: () => Promise<(number: string) => PermitUse> },
): Promise<Permits> {
  const { limit, numbers = deps.ownNumbers, permitUseNow } = wanted
  const { hasFailedOver, share, paces } = await lockRows(trx, numbers, now)
  if (hasFailedOver) await handleFailover(trx, deps)
  const permitUseOf = await permitUseNow()
  const { callsPerSecond } = deps
  const intervalMs = (spacingMs(callsPerSecond) * callsPerSecond) / slowedRate(callsPerSecond, share)
  const rate = { intervalMs, aheadMs: aheadMs(callsPerSecond) }
  const ofNumbers = numbers.map((number) => {
    const pace = paces.get(number) ?? { nextAtMs: 0, alertNextAtMs: 0 }
    const permitUse = permitUseOf(number)
    return { number, pace, permitUse, permits: openPermits(pace, rate, now.getTime(), permitUse) }
  })
  const openAt = new Map(
    ofNumbers.map(({ number, permits: { count, firstMs } }) => [
      number,
      Array.from(
        { length: Math.min(limit, count) },
        (_, index) => new Date(Math.ceil(firstMs + index * rate.intervalMs)),
      ),
    ]),
  )
  return {
    openAt,
    isAnyOpen: ofNumbers.some(({ permits }) => Math.min(limit, permits.count) > 0),
    pollAgainAt(used = new Map()) {
      const isIdle = ({ number, permits }: (typeof ofNumbers)[number]) => permits.count > 0 && !used.get(number)
      const busy = ofNumbers.filter((one) => !isIdle(one))
      const again = (busy.length > 0 ? busy : ofNumbers).map(({ number, pace, permits, permitUse }) =>
        pollAgainMs(pace, rate, now.getTime(), { permits, used: used.get(number) ?? 0, permitUse }),
      )
      const others = busy.length > 0 && busy.length < ofNumbers.length ? [now.getTime() + OTHERS_AGAIN_MS] : []
      return new Date(Math.min(...again, ...others))
    },
    async use(used) {
      const after = ofNumbers.flatMap(({ number, pace, permits, permitUse }) => {
        const count = used.get(number) ?? 0
        return count === 0 ? [] : [{ number, ...afterTaking(pace, rate, permits, { used: count, permitUse }) }]
      })
      if (after.length > 0) await writePaces(trx, after)
    },
  }
}

/** Every number that was ever dialled from: what may have been dialled from one that is gone is still looked up. */
export async function numbersDialledFrom(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('dialPace').select('ownNumber').orderBy('ownNumber').execute()
  return rows.map(({ ownNumber }) => ownNumber)
}

/** Writes a row for the rate of each number that has none. Repeating it changes nothing. */
export async function addPaces(db: Db, numbers: readonly string[]): Promise<void> {
  await db
    .insertInto('dialPace')
    .values(numbers.map((ownNumber) => ({ ownNumber })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One statement locks the fence, then the rates, which are read as they are once the lock is there: a plain read would see them as before the wait. */
async function lockRows(
  trx: Trx,
  numbers: readonly string[],
  now: Date,
): Promise<{ hasFailedOver: boolean; share: number; paces: Map<string, DialPace> }> {
  const lock = () =>
    trx
      .selectFrom(['dialFence', 'dialPace'])
      .select([
        'ownNumber',
        'nextAtMs',
        'alertNextAtMs',
        shareOfRate(now).as('share'),
        IS_OTHER_TIMELINE.as('hasFailedOver'),
      ])
      .where('ownNumber', '=', (eb) => eb.fn.any(eb.val([...numbers])))
      .forUpdate()
      .execute()
  let rows = await lock()
  if (rows.length < numbers.length) {
    await addPaces(trx, numbers)
    rows = await lock()
  }
  return {
    hasFailedOver: rows.some((row) => row.hasFailedOver),
    share: rows[0]?.share ?? 1,
    paces: new Map(rows.map(({ ownNumber, nextAtMs, alertNextAtMs }) => [ownNumber, { nextAtMs, alertNextAtMs }])),
  }
}

async function writePaces(trx: Trx, paces: readonly (DialPace & { number: string })[]): Promise<void> {
  await sql`
    update dial_pace set next_at_ms = after.next_at_ms, alert_next_at_ms = after.alert_next_at_ms
    from unnest(
      ${paces.map(({ number }) => number)}::text[],
      ${paces.map(({ nextAtMs }) => nextAtMs)}::float8[],
      ${paces.map(({ alertNextAtMs }) => alertNextAtMs)}::float8[]
    ) as after (own_number, next_at_ms, alert_next_at_ms)
    where dial_pace.own_number = after.own_number`.execute(trx)
}

/**
 * The virtual time of a fair queue: an account that had nothing due starts here, neither behind the backlog of others
 * nor with turns saved up. Each of our numbers has two queues, of regular and of catch-up calls, and each queue its own
 * time: dispatches from one would else advance that of the others, and an account with a backlog there would be taken
 * for one that had nothing due. The statement names the queue in `queues (own_number, is_catch_up)`.
 */
export const VIRTUAL_TIME = sql<number>`(
  select greatest(coalesce(max(turns_taken), 0) - 1, 0) from dispatch_turns as of_queue
  where of_queue.own_number = queues.own_number and of_queue.is_catch_up = queues.is_catch_up)`

/**
 * Part of a statement that dispatches care calls: remembers when each account was served, so that among accounts at one
 * virtual time those that were served first are next. The statement names the dispatched calls, in their order, in `due
 * (account_id, queue_index)`.
 */
export function dispatchUpsert(now: Date): RawBuilder<unknown> {
  return sql`
    insert into account_dispatches (account_id, last_dispatched_at)
    select account_id, ${now}::timestamptz + max(queue_index) * interval '1 microsecond' from due group by account_id
    on conflict (account_id) do update set last_dispatched_at = excluded.last_dispatched_at`
}

/**
 * Part of the same statement: counts the turns of each account in each queue, so that the others are next. The
 * dispatched calls are in `due (account_id, own_number, is_catch_up)`. Under the lock of `lockPermits`.
 */
export function turnsUpsert(): RawBuilder<unknown> {
  return sql`
    insert into dispatch_turns (account_id, own_number, is_catch_up, turns_taken)
    select account_id, own_number, is_catch_up, greatest(turns_before.turns_taken, ${VIRTUAL_TIME}) + calls
    from (
      select account_id, own_number, is_catch_up, count(*) as calls from due group by 1, 2, 3
    ) as queues
    left join dispatch_turns as turns_before using (account_id, own_number, is_catch_up)
    on conflict (account_id, own_number, is_catch_up) do update set turns_taken = excluded.turns_taken`
}

/** Remembers for alerts, which are queued by themselves, which accounts were served, in the order of their dispatch. */
export async function noteAlertDispatches(trx: Trx, accountIds: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into account_dispatches (account_id, alert_dispatched_at)
    select account_id, ${now}::timestamptz + max(queue_index) * interval '1 microsecond'
    from unnest(${accountIds}::bigint[]) with ordinality as dispatched (account_id, queue_index)
    group by account_id
    on conflict (account_id) do update set alert_dispatched_at = excluded.alert_dispatched_at`.execute(trx)
}
