import { type IncidentCause, isHelp } from '#core/escalation/incident-cause.ts'
import type { ReachedLimit } from '#core/notifications/limit-text.ts'
import { isOverShare } from '#core/plans/limits/share-of-limit.ts'
import type { SpendLimit } from '#core/plans/spend.ts'
import { alertDialsOfDay, dialsOfDay } from '#server/features/dialling/public.ts'
import { notifyOfLimit } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { splitBySpend } from '#server/platform/phones/spend-of-day.ts'
import { limitFor } from '#server/platform/visitors/limits.ts'
import type { IncidentDeps } from '../deps.ts'
import { concludeAlertCall } from './conclude-alert-call.ts'

/** An alert by phone that is next in the queue. */
export interface NextAlert {
  alertId: number
  accountId: number
  phoneNumber: string
  /** The number of ours that rings. */
  from: string
  cause: IncidentCause
}

/** One that is not rung, and why. */
export interface AlertOverLimit {
  alertId: number
  accountId: number
  limit: ReachedLimit
}

/** Splits alerts by whether the daily limits of phone and account allow them, twice as much for help. Under the lock of `lockPermits`. */
export async function splitByLimits(
  { limits }: Pick<IncidentDeps, 'limits'>,
  trx: Trx,
  next: readonly NextAlert[],
  now: Date,
): Promise<{ allowed: NextAlert[]; overLimit: AlertOverLimit[] }> {
  const { dialsPerNumberDay, alertCallsPerDay } = limits
  if (dialsPerNumberDay === 0 && alertCallsPerDay === 0) return splitAlertsBySpend(limits.spend, trx, next, now)
  const ofNumbers = await dialsOfDay(
    trx,
    next.map(({ phoneNumber }) => phoneNumber),
    now,
  )
  const ofAccounts = await alertDialsOfDay(
    trx,
    next.map(({ accountId }) => accountId),
    now,
  )
  const [allowed, overLimit]: [NextAlert[], AlertOverLimit[]] = [[], []]
  for (const alert of next) {
    const { alertId, accountId, phoneNumber, cause } = alert
    const kept = { isHelp: isHelp(cause) }
    const byAccount = ofAccounts.get(accountId) ?? 0
    if (isOverShare(ofNumbers.get(phoneNumber) ?? new Map(), accountId, limitFor(dialsPerNumberDay, kept))) {
      overLimit.push({
        alertId,
        accountId,
        limit: { kind: 'dials_of_number', most: limitFor(dialsPerNumberDay, kept) },
      })
    } else if (alertCallsPerDay > 0 && byAccount >= limitFor(alertCallsPerDay, kept)) {
      overLimit.push({ alertId, accountId, limit: { kind: 'alert_calls', most: limitFor(alertCallsPerDay, kept) } })
    } else {
      allowed.push(alert)
      ofAccounts.set(accountId, byAccount + 1)
    }
  }
  const bySpend = await splitAlertsBySpend(limits.spend, trx, allowed, now)
  return { allowed: bySpend.allowed, overLimit: [...overLimit, ...bySpend.overLimit] }
}

/** A request for help is dialled whatever today's spend is. */
async function splitAlertsBySpend(
  limit: SpendLimit,
  trx: Trx,
  next: readonly NextAlert[],
  now: Date,
): Promise<{ allowed: NextAlert[]; overLimit: AlertOverLimit[] }> {
  const items = next.map(
    (alert) => ({ alert, accountId: alert.accountId, kind: 'alertCall', isHelp: isHelp(alert.cause) }) as const,
  )
  const { allowed, overLimit } = await splitBySpend(trx, limit, items, now)
  return {
    allowed: allowed.map(({ alert }) => alert),
    overLimit: overLimit.map(({ alert: { alertId, accountId } }) => ({
      alertId,
      accountId,
      limit: { kind: 'spend', most: 0 },
    })),
  }
}

/**
 * Ends alerts that are not rung, so that their incidents take the next step at once, and notifies the members.
 */
export async function endOverLimitAlerts(deps: IncidentDeps, alerts: readonly AlertOverLimit[]): Promise<void> {
  for (const { alertId, accountId, limit } of alerts) {
    deps.log.warn({ alertId, accountId, limit: limit.kind }, 'Alert by phone not dialled: over a daily limit')
    await deps.db.transaction().execute((trx) => notifyOfLimit(deps, trx, accountId, limit, deps.clock.now()))
    await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'limit' })
  }
}
