import type { Trx } from '#server/platform/database/database.ts'

/**
 * People who were notified of what had happened before have not been notified of this: those alerts are superseded, and
 * keep nobody from being notified again.
 */
export async function supersedeAlerts(trx: Trx, incidentId: number, now: Date): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ supersededAt: now })
    .where('incidentId', '=', incidentId)
    .where('purpose', 'in', ['alert', 'nobody_reached', 'unresolved'])
    .where('supersededAt', 'is', null)
    .execute()
}
