import { sql } from 'kysely'
import { CAUSES_BY_SEVERITY } from '#core/escalation/incident-cause.ts'
import { careDueFrom } from '#server/features/calls/public.ts'
import {
  type ByNumber,
  currentRate,
  isPhoneFree,
  lockPermitsForAlerts,
  noteAlertDispatches,
} from '#server/features/dialling/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'
import type { IncidentDeps } from '../deps.ts'
import { type AlertOverLimit, endOverLimitAlerts, type NextAlert, splitByLimits } from './alerts-over-limits.ts'

/** An alert by phone that was claimed and is to be dialled. */
export interface ClaimedAlert {
  dialId: number
  alertId: number
  to: string
  /** The number of ours that rings: the one from which their loved one is rung. */
  from: string
  /** Which dial of this alert it is, counted from 1. */
  dialCount: number
  /** When its permit opens: it is not dialled before. */
  dialNotBefore: Date
}

interface Claim {
  claimed: ClaimedAlert[]
  /** When to poll again; null when none is queued. */
  again: Date | null
}

/** How often a phone that is in use is checked: a person who is rung for help should not wait for the next poll. */
const PHONE_IN_USE_MS = 250

/**
 * Takes permits for up to `limit` queued alerts: before the care calls that wait, and at most every second permit while
 * any waits. The most severe go first; within one severity each account gets one alert before any gets a second, the alert that
 * has waited longest first. A phone that another call of ours uses is rung when that call has ended. After the commit a crash loses
 * nothing and repeats nothing: an alert that was claimed and not dialled is reconciled. An alert that a daily limit
 * does not allow is ended, and the members are notified.
 */
export async function claimQueuedAlerts(deps: IncidentDeps, limit: number): Promise<Claim> {
  const { db, clock } = deps
  const now = clock.now()
  if (!(await isAnyQueued(db, now))) return { claimed: [], again: null }
  let overLimit: AlertOverLimit[] = []
  const claimed = await db.transaction().execute(async (trx) => {
    const permits = await lockPermitsForAlerts(trx, deps, now, {
      limit,
      careDueFrom: () => careDueFrom(trx, now, deps.ownNumbers),
    })
    if (!permits.isAnyOpen) return { claimed: [], again: permits.pollAgainAt() }
    const open = new Map([...permits.openAt].map(([number, opens]) => [number, opens.length]))
    const queued = await nextQueued(trx, now, { limit, open, ownNumbers: deps.ownNumbers })
    const split = await splitByLimits(deps, trx, queued, now)
    overLimit = split.overLimit
    const next = split.allowed
    if (next.length === 0) return { claimed: [], again: new Date(now.getTime() + PHONE_IN_USE_MS) }
    const used = new Map([...Map.groupBy(next, ({ from }) => from)].map(([number, alerts]) => [number, alerts.length]))
    await permits.use(used)
    const claimed = await claim(deps, trx, next, now)
    const opensNext = new Map([...permits.openAt].map(([number, opens]) => [number, opens.values()]))
    const permitted = claimed.map((alert) => ({
      ...alert,
      dialNotBefore: opensNext.get(alert.from)?.next().value ?? now,
    }))
    return { claimed: permitted, again: permits.pollAgainAt(used) }
  })
  // The locks end here. If the worker dies before this, another one picks the alert up.
  await endOverLimitAlerts(deps, overLimit)
  return claimed
}

async function isAnyQueued(db: Db, now: Date): Promise<boolean> {
  const queued = await db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('state', '=', sql.lit('queued' as const))
    .where('nextAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return queued !== undefined
}

/** How many alerts are looked at beyond those that may be dialled: others may have locked some. */
const MAX_LOCKED = 20

interface Next {
  limit: number
  /** How many permits each number has. */
  open: ByNumber<number>
  ownNumbers: OwnNumbers
}

/**
 * Locks the alerts that are next, of each number as many as it has permits, without those that another transaction has
 * locked; of several for one phone the most severe, where no other call of ours uses it. A limit comes before each is looked
 * up: PostgreSQL expects one queued alert, and would compare every one with every other.
 */
async function nextQueued(trx: Trx, now: Date, { limit, open, ownNumbers }: Next): Promise<NextAlert[]> {
  const most = Math.min(
    limit,
    [...open.values()].reduce((sum, count) => sum + count, 0),
  )
  const ofEach = Math.max(...open.values()) + MAX_LOCKED
  const { rows } = await sql<NextAlert>`
    with queued as (
      select alert_calls.alert_id, alert_calls.phone_number, alert_calls.next_at, incidents.account_id, incidents.cause,
        ${rungFrom(ownNumbers)} as own_number, account_dispatches.alert_dispatched_at, array_position(${sql.lit(`{${CAUSES_BY_SEVERITY.join(',')}}`)}::text[], cause) as severity
      from alert_calls
      join alerts on alerts.id = alert_calls.alert_id
      join incidents on incidents.id = alerts.incident_id
      join loved_ones on loved_ones.id = incidents.loved_one_id
      left join account_dispatches on account_dispatches.account_id = incidents.account_id
      where alert_calls.state = 'queued' and alert_calls.next_at <= ${now}
        and ${isPhoneFree(sql`alert_calls.phone_number`, now)}
    ), ranked as (
      select *,
        row_number() over (partition by account_id, severity order by next_at, alert_id) as rank_in_account,
        row_number() over (partition by phone_number order by severity, next_at, alert_id) as rank_in_phone
      from queued
    ), in_order as (
      select *, row_number() over (order by severity, rank_in_account, alert_dispatched_at nulls first, next_at, alert_id) as place
      from ranked where rank_in_phone = 1
    ), of_numbers as (
      select *, row_number() over (partition by own_number order by place) as nth from in_order
    ), next as (
      select * from of_numbers
      where own_number = any(${[...open].flatMap(([number, count]) => (count > 0 ? [number] : []))}::text[]) and nth <= ${ofEach}
      order by place limit ${ofEach * open.size}
    )
    select next.alert_id, next.account_id, next.phone_number, next.cause, next.own_number as "from"
    from next cross join lateral (
      select from alert_calls where alert_id = next.alert_id and state = 'queued' limit 1 for update skip locked
    ) as locked
    order by place
    ${ownNumbers.length === 1 ? sql`limit ${most}` : sql``}`.execute(trx)
  const left = new Map(open)
  return rows
    .filter(({ from }) => {
      const count = left.get(from) ?? 0
      left.set(from, count - 1)
      return count > 0
    })
    .slice(0, limit)
}

async function claim(
  { timing }: IncidentDeps,
  trx: Trx,
  next: readonly NextAlert[],
  now: Date,
): Promise<Omit<ClaimedAlert, 'dialNotBefore'>[]> {
  const ids = next.map(({ alertId }) => alertId)
  const claimed = await trx
    .updateTable('alertCalls')
    .set((eb) => ({
      state: 'dialling',
      dialCount: eb('dialCount', '+', 1),
      // It may have been queued for long: the time limit counts from the first dial.
      startedAt: eb.case().when('dialCount', '=', 0).then(now).else(eb.ref('startedAt')).end(),
      nextAt: new Date(now.getTime() + timing.reconcileAfterMs),
      reconcileCount: 0,
    }))
    .where('alertId', 'in', ids)
    .returning(['id', 'alertId', 'phoneNumber', 'dialCount'])
    .execute()
  const accountIds = next.map(({ accountId }) => accountId)
  await noteAlertDispatches(trx, accountIds, now)
  return claimed
    .toSorted((one, other) => ids.indexOf(one.alertId) - ids.indexOf(other.alertId))
    .map(({ id, phoneNumber, ...alert }) => ({
      ...alert,
      dialId: id,
      to: phoneNumber,
      from: next[ids.indexOf(alert.alertId)]?.from ?? '',
    }))
}

/** How long alerts may wait in the queue before less urgent phones are not rung. */
const AT_CAPACITY_AFTER_S = 5 * 60

/**
 * Whether more alerts by phone are queued than can be dispatched in five minutes while care calls take every second
 * permit, at the rate that slow callbacks leave (decision 94). Of several numbers those count that are rung from the
 * number of `lovedOneId`.
 */
export async function isAtCapacity(
  db: Db,
  { callsPerSecond, ownNumbers }: Pick<IncidentDeps, 'callsPerSecond' | 'ownNumbers'>,
  now: Date,
  lovedOneId: number,
): Promise<boolean> {
  const limit = Math.floor(((await currentRate(db, callsPerSecond, now)) * AT_CAPACITY_AFTER_S) / 2)
  const queued = db
    .selectFrom('alertCalls')
    .select('alertCalls.alertId')
    .where('alertCalls.state', '=', sql.lit('queued' as const))
    .where('alertCalls.nextAt', '<=', now)
    .offset(limit)
    .limit(1)
  if (ownNumbers.length === 1) return (await queued.executeTakeFirst()) !== undefined
  const from = rungFrom(ownNumbers)
  const ofNumber = queued
    .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .where(from, '=', (eb) =>
      eb.selectFrom('lovedOnes').select(from.as('number')).where('lovedOnes.id', '=', lovedOneId),
    )
  return (await ofNumber.executeTakeFirst()) !== undefined
}
