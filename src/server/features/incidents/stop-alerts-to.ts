import { cancelLater } from '#server/features/calls/public.ts'
import { concludeAlertCall } from './alert-end.ts'
import type { IncidentDeps } from './deps.ts'

/**
 * Lets a phone that wants no calls any more ring for no alert: what is owed is not dialled, and what rings is stopped at the
 * provider. Who has picked up is not cut off. The next person is told at once.
 */
export async function stopAlertsTo(deps: IncidentDeps, phoneNumber: string): Promise<void> {
  const open = await deps.db
    .selectFrom('alertCalls')
    .select(['alertId', 'state', 'providerCallId', 'phoneNumber'])
    .where('phoneNumber', '=', phoneNumber)
    .where('settleAt', 'is not', null)
    .where('answeredAt', 'is', null)
    .orderBy('alertId')
    .execute()
  for (const alert of open) {
    if (alert.state === 'owed') {
      await concludeAlertCall(deps, alert.alertId, { kind: 'never_rang', outcome: 'not_needed' })
    } else {
      await deps.db.transaction().execute((trx) => cancelLater(trx, alert, deps.clock.now()))
    }
  }
}
