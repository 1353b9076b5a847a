import type { Trx } from '#server/platform/database/database.ts'

/** People notified of what had happened before have not been notified of this: those alerts count no more. */
export async function supersedeAlerts(trx: Trx, incidentId: number, now: Date): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ supersededAt: now })
    .where('incidentId', '=', incidentId)
    .where('purpose', 'in', ['alert', 'nobody_reached', 'unresolved'])
    .where('supersededAt', 'is', null)
    .execute()
}
