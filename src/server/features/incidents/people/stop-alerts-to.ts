import type { Selectable } from 'kysely'
import { cancelAtProvider, cancelLater } from '#server/features/dialling/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import type { AlertCallsTable } from '#server/platform/database/schema.ts'
import { concludeAlertCall } from '../alert-calls/conclude-alert-call.ts'
import type { IncidentDeps } from '../deps.ts'

/** Lets a phone that wants no calls ring for no alert. A person who has picked up is not cut off; the next person is notified at once. */
export async function stopAlertsTo(deps: IncidentDeps, phoneNumber: string): Promise<void> {
  const open = await deps.db
    .selectFrom('alertCalls')
    .select(['alertId', 'state', 'providerCallId', 'phoneNumber'])
    .where('phoneNumber', '=', phoneNumber)
    .where('nextAt', 'is not', null)
    .where('answeredAt', 'is', null)
    .orderBy('alertId')
    .execute()
  await stopEach(deps, open)
}

/**
 * As `stopAlertsTo`, at once, where that phone refuses calls by now: it may have while the provider was being asked. Run
 * it after the dial is stored as placed: a refusal that commits later finds it.
 */
export async function stopRefusedAlerts(deps: IncidentDeps, phoneNumber: string): Promise<void> {
  if (!(await refusalOf(deps, deps.db, phoneNumber))?.callsSince) return
  await stopAlertsTo(deps, phoneNumber)
  await cancelAtProvider(deps)
}

/** Stops every alert of an account that may use no phones any more. */
export async function stopAlertsOf(deps: IncidentDeps, accountId: number): Promise<void> {
  const open = await deps.db
    .selectFrom('alertCalls')
    .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .select(['alertCalls.alertId', 'alertCalls.state', 'alertCalls.providerCallId', 'alertCalls.phoneNumber'])
    .where('incidents.accountId', '=', accountId)
    .where('alertCalls.nextAt', 'is not', null)
    .where('alertCalls.answeredAt', 'is', null)
    .orderBy('alertCalls.alertId')
    .execute()
  await stopEach(deps, open)
}

type OpenRing = Pick<Selectable<AlertCallsTable>, 'alertId' | 'state' | 'providerCallId' | 'phoneNumber'>

async function stopEach(deps: IncidentDeps, open: readonly OpenRing[]): Promise<void> {
  for (const alert of open) {
    if (alert.state === 'queued') {
      await concludeAlertCall(deps, alert.alertId, { kind: 'never_rang', outcome: 'not_needed' })
    } else {
      await deps.db.transaction().execute((trx) => cancelLater(trx, alert, deps.clock.now()))
    }
  }
}
