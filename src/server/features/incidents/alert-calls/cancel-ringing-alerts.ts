import { sql } from 'kysely'
import { cancelAtProvider, cancelLater } from '#server/features/dialling/public.ts'
import type { IncidentDeps } from '../deps.ts'
import { isRingNeedless } from './alert-state.ts'

const BATCH_SIZE = 20

/**
 * Cancels phones that ring about an incident which somebody owns, which is over, or for which their person has
 * said that they can't, by whatever channel the answer came. The request to the provider is retried until it succeeds.
 * A person who has picked up is not cut off, but hears the news. Returns how many phones it cancelled.
 */
export async function cancelRingingAlerts(deps: IncidentDeps): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const needless = await db.transaction().execute(async (trx) => {
    const cancelled = await trx
      .updateTable('alertCalls')
      .set({ ringCancelledAt: now })
      .where('alertId', 'in', (eb) =>
        eb
          .selectFrom('alertCalls')
          .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
          .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
          .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
          .select('alertCalls.alertId')
          .where('alertCalls.nextAt', 'is not', null)
          // Written out: of a parameter PostgreSQL does not know that the index of ringing alerts has it.
          .where('alertCalls.state', '=', sql.lit('placed' as const))
          .where('alertCalls.answeredAt', 'is', null)
          .where('alertCalls.ringCancelledAt', 'is', null)
          .where(isRingNeedless)
          .limit(BATCH_SIZE)
          .forUpdate('alertCalls')
          .skipLocked(),
      )
      .returning(['alertId', 'providerCallId', 'phoneNumber'])
      .execute()
    const inOrder = cancelled.toSorted((one, other) => one.alertId - other.alertId)
    for (const alert of inOrder) await cancelLater(trx, alert, now)
    return inOrder.length
  })
  if (needless > 0) await cancelAtProvider(deps)
  return needless
}
