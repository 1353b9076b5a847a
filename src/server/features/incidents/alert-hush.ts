import { sql } from 'kysely'
import { isRingNeedless } from './alert-state.ts'
import type { IncidentDeps } from './deps.ts'

const AT_ONCE = 20
/** Where the provider could not be asked it is asked again, for as long as a phone may ring. */
const AGAIN_AFTER_MS = 5_000
const LONGEST_RING_MS = 60_000

/**
 * Lets phones ring no more that were to tell of an incident which somebody has taken on, which is over, or for which its
 * person has said that they can't: nobody is disturbed for nothing, by whatever way the answer came. Who has picked up is
 * not cut off, but told. Returns how many phones it was.
 */
export async function hushAlertCalls({ db, clock, telephony, log }: IncidentDeps): Promise<number> {
  const now = clock.now()
  const needless = await db
    .updateTable('alertCalls')
    .set((eb) => ({
      hushedAt: eb.fn.coalesce('hushedAt', sql<Date>`${now}::timestamptz`),
      hushAgainAt: new Date(now.getTime() + AGAIN_AFTER_MS),
    }))
    .where('alertId', 'in', (eb) =>
      eb
        .selectFrom('alertCalls')
        .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
        .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
        .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
        .select('alertCalls.alertId')
        .where('alertCalls.settleAt', 'is not', null)
        .where('alertCalls.state', '=', 'placed')
        .where('alertCalls.answeredAt', 'is', null)
        .where((where) =>
          where.or([
            where('alertCalls.hushedAt', 'is', null),
            where.and([
              where('alertCalls.hushAgainAt', '<=', now),
              where('alertCalls.hushedAt', '>', new Date(now.getTime() - LONGEST_RING_MS)),
            ]),
          ]),
        )
        .where(isRingNeedless)
        .limit(AT_ONCE)
        .forUpdate('alertCalls')
        .skipLocked(),
    )
    .returning(['alertId', 'providerCallId'])
    .execute()
  const inOrder = needless.toSorted((one, other) => one.alertId - other.alertId)
  await Promise.all(
    inOrder.map(async ({ alertId, providerCallId }) => {
      if (providerCallId !== null && !(await telephony.stopRinging(providerCallId))) {
        log.warn({ alertId }, 'A phone that rings for nothing could not be stopped and is tried again')
        return
      }
      await db.updateTable('alertCalls').set({ hushAgainAt: null }).where('alertId', '=', alertId).execute()
    }),
  )
  return needless.length
}
