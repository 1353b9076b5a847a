import { sql } from 'kysely'
import { aheadMs, leaseDial, placeDial, recordPlacedDial, spacingMs } from '#server/features/dialling/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import type { IncidentDeps } from '../deps.ts'
import { declinedPhones } from '../people/declined-phones.ts'
import { stopRefusedAlerts } from '../people/stop-alerts-to.ts'
import { isRingWanted, isStaleRing } from './alert-state.ts'
import { concludeAlertCall } from './conclude-alert-call.ts'
import { type ClaimedAlert, claimQueuedAlerts } from './queued-alerts.ts'

/** Dials the queued alerts by phone, as fast as the provider's rate allows. */
export interface AlertDialler {
  /** Dials the alerts that may be dialled now, without waiting for them. Returns when to poll again; null when none is queued. */
  poll(): Promise<Date | null>
  /** Resolves when no dial is under way. */
  idle(): Promise<void>
}

const MAX_IN_FLIGHT = 64
const RETRY_WHEN_FULL_MS = 200

export function createAlertDialler(deps: IncidentDeps): AlertDialler {
  const dialling = new Set<Promise<void>>()
  return {
    async poll() {
      const limit = MAX_IN_FLIGHT - dialling.size
      if (limit <= 0) return new Date(deps.clock.now().getTime() + RETRY_WHEN_FULL_MS)
      const { claimed, again } = await claimQueuedAlerts(deps, limit)
      for (const alert of claimed) {
        const dialled = dialWhenPermitted(deps, alert)
          // It is stored: what could not be recorded here is reconciled.
          .catch((error) =>
            deps.log.error({ err: error, alertId: alert.alertId }, 'Alert not dialled; leaving it to the reconciler'),
          )
          .finally(() => dialling.delete(dialled))
        dialling.add(dialled)
      }
      return again
    },
    async idle() {
      while (dialling.size > 0) await Promise.all(dialling)
    },
  }
}

async function dialWhenPermitted(deps: IncidentDeps, claimed: ClaimedAlert): Promise<void> {
  const wait = claimed.dialNotBefore.getTime() - deps.clock.now().getTime()
  // Never further ahead than a permit can be taken: a clock that was turned back delays nothing.
  const longest = aheadMs(deps.callsPerSecond) + spacingMs(deps.callsPerSecond) + 1_000
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, longest)))
  await dialAlert(deps, claimed)
}

/** Rings the person of one claimed alert, unless it is no longer needed or allowed. */
export async function dialAlert(deps: IncidentDeps, claimed: ClaimedAlert): Promise<void> {
  if (!(await leaseAlert(deps, claimed))) return
  const { dialId, alertId, to, from } = claimed
  await placeDial(
    deps,
    { id: dialId, to, from, subject: { alertId } },
    {
      async placed(providerCallId) {
        await recordPlacedDial(deps, dialId, providerCallId)
        await stopRefusedAlerts(deps, to)
      },
      rejected: () => concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'rejected' }),
      notPlaced: () => dialAlertAgain(deps, alertId),
    },
  )
}

async function isDeclined(deps: IncidentDeps, alertId: number, to: string): Promise<boolean> {
  const alert = await deps.db
    .selectFrom('alerts')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select(['incidents.accountId', 'incidents.lovedOneId', 'incidentPeople.role'])
    .where('alerts.id', '=', alertId)
    .executeTakeFirst()
  return alert?.role === 'contact' && (await declinedPhones(deps, deps.db, alert, [to])).has(to)
}

/** Leases the alert for its dial while it is needed. One that is not, or was queued before an outage, ends without a ring. */
async function leaseAlert(deps: IncidentDeps, { dialId, alertId, dialCount, to }: ClaimedAlert): Promise<boolean> {
  const isRefused = (await refusalOf(deps, deps.db, to))?.callsSince != null || (await isDeclined(deps, alertId, to))
  const isWanted = !isRefused && (await isRingWanted(deps.db, alertId))
  const isStale = isWanted && (await isStaleRing(deps.db, alertId, deps.clock.now()))
  if (!(await leaseDial(deps, dialId, { dialCount }))) {
    deps.log.warn({ alertId }, 'Dial of an alert not leased; leaving it to the reconciler')
    return false
  }
  if (!isWanted) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'not_needed' })
  // The ladder queues it again if it is still due: at night the phones of contacts are left alone.
  if (isStale) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'not_needed' })
  return isWanted && !isStale
}

const LONGEST_WAIT_MS = 30_000
/** The part of an alert's waiting time in which it is dialled again; the rest is for ringing. */
const SHARE_FOR_DIALLING = 0.75

/**
 * Queues the dial again with back-off after one that was certainly not placed. After a few minutes it fails and the next
 * person is notified. One that was never dialled is queued whatever its age: after a fail-over the provider is asked about
 * it first, since a time before it was queued.
 */
export async function dialAlertAgain(deps: IncidentDeps, alertId: number): Promise<void> {
  const now = deps.clock.now()
  const startedAfter = now.getTime() - deps.escalation.callTimeoutMs * SHARE_FOR_DIALLING
  const claimed = await deps.db
    .updateTable('alertCalls')
    .set((eb) => ({
      state: 'queued',
      nextAt: sql<Date>`${now}::timestamptz + least(${LONGEST_WAIT_MS}, 1000 * 2 ^ least(${eb.ref('dialCount')} - 1, 6)) * interval '1 millisecond'`,
    }))
    .where('alertId', '=', alertId)
    .where('state', 'in', ['dialling', 'unknown'])
    .where('providerCallId', 'is', null)
    .where((eb) => eb.or([eb('dialCount', '=', 0), eb('startedAt', '>', new Date(startedAfter))]))
    .executeTakeFirst()
  if (claimed.numUpdatedRows > 0n) return
  await endUnlessPlaced(deps, alertId)
}

async function endUnlessPlaced(deps: IncidentDeps, alertId: number): Promise<void> {
  const isUnknown = await deps.db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('alertId', '=', alertId)
    .where('state', 'in', ['dialling', 'unknown'])
    .executeTakeFirst()
  if (isUnknown) await concludeAlertCall(deps, alertId, { kind: 'never_rang', outcome: 'failed' })
}
