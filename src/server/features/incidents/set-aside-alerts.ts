import type { Trx } from '#server/platform/database.ts'

/**
 * People who were notified of what had happened before have not been notified of this. Rounds of such alerts count below zero, each
 * below all others: they do not keep anybody from being told anew.
 */
export async function setAsideEarlierAlerts(trx: Trx, incidentId: number): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((eb) => ({
      round: eb(
        eb
          .selectFrom('alerts as other')
          .select((other) => other.fn<number>('least', [other.fn.min('other.round'), other.lit(0)]).as('lowest'))
          .where('other.incidentId', '=', incidentId)
          .$asScalar()
          .$castTo<number>(),
        '-',
        eb.ref('round'),
      ),
    }))
    .where('incidentId', '=', incidentId)
    .where('purpose', 'in', ['alert', 'nobody_reached', 'unresolved'])
    .where('round', '>', 0)
    .execute()
}
