import { LOOKING_FOR_SOMEBODY } from './alert-state.ts'
import type { IncidentDeps } from './deps.ts'

const AT_ONCE = 20

/**
 * Lets phones ring no more that were to tell of an incident which somebody has taken on, or which is over: nobody
 * further is disturbed, by whatever way the answer came. Who has picked up is not cut off, but told. Returns how many
 * phones it was.
 */
export async function hushAlertCalls({ db, clock, telephony, log }: IncidentDeps): Promise<number> {
  const needless = await db
    .updateTable('alertCalls')
    .set({ hushedAt: clock.now() })
    .where('alertId', 'in', (eb) =>
      eb
        .selectFrom('alertCalls')
        .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
        .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
        .select('alertCalls.alertId')
        .where('alertCalls.settleAt', 'is not', null)
        .where('alertCalls.state', '=', 'placed')
        .where('alertCalls.answeredAt', 'is', null)
        .where('alertCalls.hushedAt', 'is', null)
        .where('incidents.status', 'not in', LOOKING_FOR_SOMEBODY)
        .limit(AT_ONCE)
        .forUpdate('alertCalls')
        .skipLocked(),
    )
    .returning(['alertId', 'providerCallId'])
    .execute()
  await Promise.all(
    needless.map(async ({ alertId, providerCallId }) => {
      if (providerCallId === null || (await telephony.stopRinging(providerCallId))) return
      log.warn({ alertId }, 'A phone that rings for an incident that is taken on could not be stopped')
    }),
  )
  return needless.length
}
