import { type RawBuilder, sql } from 'kysely'
import { afterTaking, openPermits, type PermitUse, pollAgainMs } from '#core/calls/dial-permits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type FailoverDeps, handleFailover, IS_OTHER_TIMELINE } from './failover.ts'

/** How much later than at its slot a call may be dialled without moving the next. None where calls are seldom dialled: a late timer costs nothing there. */
export function jitterMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 20 : 0
}

/** Between one permit and the next: longer than the rate asks for, so that jitter exceeds it in no second. */
export function spacingMs(callsPerSecond: number): number {
  return (1000 + jitterMs(callsPerSecond)) / callsPerSecond
}

/**
 * Permits are taken up to this long before they open. While a transaction that takes some is slow, the calls of the
 * previous one are still sent, each at its own instant: no permit is wasted, and none is ever made up for by hurrying.
 * At low rates a slow transaction wastes none, and a more urgent call should not find the next permit taken.
 */
export function aheadMs(callsPerSecond: number): number {
  return callsPerSecond > FAST ? 400 : 200
}

/** Above this rate, in calls a second, calls are sent in a stream. */
const FAST = 10

export interface PaceDeps extends FailoverDeps {
  callsPerSecond: number
}

export interface Permits {
  /** When each of the permits that may be taken now opens, soonest first. */
  openAt: readonly Date[]
  /** When to ask for further permits once `used` of these are taken. */
  pollAgainAt(used: number): Date
  /** Marks the first `count` permits as used, in the same transaction. */
  use(count: number): Promise<void>
}

/**
 * The provider's calls-per-second limit as one row that all workers share. Over its limit the provider would queue
 * calls for hours and ring at lunch what was due at breakfast, so the queue stays here. Locks the row until the
 * transaction ends: one worker at a time decides which calls are dialled next, and which phone rings. Where the
 * database has failed over, that is dealt with before anything can be claimed. Gives at most `limit` permits.
 */
export function lockPermits(trx: Trx, deps: PaceDeps, now: Date, { limit }: { limit: number }): Promise<Permits> {
  return lockRow(trx, deps, now, { limit, permitUseNow: async () => ({ kind: 'care' }) })
}

/** Permits for alerts: the slot that opens next, and every second slot at most while `isCareDue`, which is read once the row is locked. */
export function lockPermitsForAlerts(
  trx: Trx,
  deps: PaceDeps,
  now: Date,
  { limit, isCareDue }: { limit: number; isCareDue: () => Promise<boolean> },
): Promise<Permits> {
  const permitUseNow = async (): Promise<PermitUse> => ({ kind: 'alerts', isCareDue: await isCareDue() })
  return lockRow(trx, deps, now, { limit, permitUseNow })
}

async function lockRow(
  trx: Trx,
  deps: PaceDeps,
  now: Date,
  { limit, permitUseNow }: { limit: number; permitUseNow: () => Promise<PermitUse> },
): Promise<Permits> {
  const { hasFailedOver, ...pace } = await trx
    .selectFrom('dialPace')
    .select(['nextAtMs', 'alertNextAtMs', IS_OTHER_TIMELINE.as('hasFailedOver')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (hasFailedOver) await handleFailover(trx, deps)
  const permitUse = await permitUseNow()
  const { callsPerSecond } = deps
  const rate = { intervalMs: spacingMs(callsPerSecond), aheadMs: aheadMs(callsPerSecond) }
  const permits = openPermits(pace, rate, now.getTime(), permitUse)
  return {
    openAt: Array.from(
      { length: Math.min(limit, permits.count) },
      (_, index) => new Date(Math.ceil(permits.firstMs + index * rate.intervalMs)),
    ),
    pollAgainAt: (used) => new Date(pollAgainMs(pace, rate, now.getTime(), { permits, used, permitUse })),
    async use(used) {
      await trx
        .updateTable('dialPace')
        .set(afterTaking(pace, rate, permits, { used, permitUse }))
        .execute()
    },
  }
}

/** The virtual time of the fair queue: an account that had nothing due starts here, behind nobody's backlog and without saved turns. */
export const VIRTUAL_TIME = sql<number>`(select greatest(coalesce(max(turns_taken), 0) - 1, 0) from account_dispatches)`

/**
 * Part of a statement that dispatches care calls: remembers which accounts were served, so that the others are next,
 * and among these those that were served first. The statement names the dispatched calls, in their order, in `due
 * (account_id, queue_index)`.
 */
export function dispatchUpsert(now: Date): RawBuilder<unknown> {
  return sql`
    insert into account_dispatches (account_id, last_dispatched_at, turns_taken)
    select account_id, ${now}::timestamptz + max(queue_index) * interval '1 microsecond', ${VIRTUAL_TIME} + count(*)
    from due group by account_id
    on conflict (account_id) do update set last_dispatched_at = excluded.last_dispatched_at,
      turns_taken = excluded.turns_taken + greatest(account_dispatches.turns_taken - ${VIRTUAL_TIME}, 0)`
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
