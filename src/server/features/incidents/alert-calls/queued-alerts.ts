import { sql } from 'kysely'
import { CAUSES_BY_SEVERITY } from '#core/escalation/incident-cause.ts'
import { isCareDue } from '#server/features/calls/public.ts'
import { isPhoneFree, lockPermitsForAlerts, noteAlertDispatches } from '#server/features/dialling/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'
import { type AlertOverLimit, endOverLimitAlerts, type NextAlert, splitByLimits } from './alerts-over-limits.ts'

/** An alert by phone that was claimed and is to be dialled. */
export interface ClaimedAlert {
  dialId: number
  alertId: number
  to: string
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
 * any waits. The most severe go first; within one severity the accounts are served in turn, the alert that has waited longest
 * first. A phone that another call of ours uses is rung when that call has ended. After the commit a crash loses
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
      isCareDue: () => isCareDue(trx, now),
    })
    if (permits.openAt.length === 0) return { claimed: [], again: permits.pollAgainAt(0) }
    const split = await splitByLimits(deps, trx, await nextQueued(trx, now, permits.openAt.length), now)
    overLimit = split.overLimit
    const next = split.allowed
    if (next.length === 0) return { claimed: [], again: new Date(now.getTime() + PHONE_IN_USE_MS) }
    await permits.use(next.length)
    const claimed = await claim(deps, trx, next, now)
    const permitted = claimed.map((alert, index) => ({ ...alert, dialNotBefore: permits.openAt[index] ?? now }))
    return { claimed: permitted, again: permits.pollAgainAt(next.length) }
  })
  // The lease ends here: an alert of a worker that dies before is found again.
  await endOverLimitAlerts(deps, overLimit)
  return claimed
}

async function isAnyQueued(db: Db, now: Date): Promise<boolean> {
  const queued = await db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('state', '=', 'queued')
    .where('nextAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return queued !== undefined
}

/** Locks the alerts that are next, without those that another transaction has locked; of several for one phone the most severe, where no other call of ours uses it. */
async function nextQueued(trx: Trx, now: Date, limit: number): Promise<NextAlert[]> {
  const { rows } = await sql<NextAlert>`
    with queued as (
      select alert_calls.alert_id, alert_calls.phone_number, alert_calls.next_at, incidents.account_id, incidents.cause,
        account_dispatches.alert_dispatched_at, array_position(${sql.lit(`{${CAUSES_BY_SEVERITY.join(',')}}`)}::text[], cause) as severity
      from alert_calls
      join alerts on alerts.id = alert_calls.alert_id
      join incidents on incidents.id = alerts.incident_id
      left join account_dispatches on account_dispatches.account_id = incidents.account_id
      where alert_calls.state = 'queued' and alert_calls.next_at <= ${now}
        and ${isPhoneFree(sql`alert_calls.phone_number`, now)}
    ), in_turn as (
      select *,
        row_number() over (partition by account_id, severity order by next_at, alert_id) as turn,
        row_number() over (partition by phone_number order by severity, next_at, alert_id) as of_phone
      from queued
    ), in_order as (
      select *, row_number() over (order by severity, turn, alert_dispatched_at nulls first, next_at, alert_id) as place
      from in_turn where of_phone = 1
    )
    select alert_calls.alert_id, in_order.account_id, in_order.phone_number, in_order.cause
    from alert_calls join in_order using (alert_id)
    where alert_calls.state = 'queued'
    order by place
    limit ${limit}
    for update of alert_calls skip locked`.execute(trx)
  return rows
}

async function claim(
  { timing }: IncidentDeps,
  trx: Trx,
  next: readonly { alertId: number; accountId: number }[],
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
    .map(({ id, phoneNumber, ...alert }) => ({ ...alert, dialId: id, to: phoneNumber }))
}

/** How long alerts may wait for their turn before less urgent phones are not rung. */
const AT_CAPACITY_AFTER_S = 5 * 60

/**
 * Whether more alerts by phone are queued than can be dispatched in five minutes while care calls take every second
 * permit.
 */
export async function isAtCapacity(db: Db, callsPerSecond: number, now: Date): Promise<boolean> {
  const limit = Math.floor((callsPerSecond * AT_CAPACITY_AFTER_S) / 2)
  const overLimit = await db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('state', '=', 'queued')
    .where('nextAt', '<=', now)
    .offset(limit)
    .limit(1)
    .executeTakeFirst()
  return overLimit !== undefined
}
