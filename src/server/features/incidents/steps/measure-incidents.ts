import type { Registry } from 'prom-client'
import type { Db } from '#server/platform/database/database.ts'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'

/** Measures how many loved ones have an open incident, with and without an owner. */
export function measureIncidents(registry: Registry, db: Db): void {
  gaugeOf(
    registry,
    {
      name: 'cooee_incidents_open',
      help: 'Incidents that have not ended: without an owner yet (running), with an owner (owned), or without one after everybody was asked (unresolved).',
      labels: ['status'],
    },
    async () => {
      const open = await db
        .selectFrom('incidents')
        .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
        .where('endedAt', 'is', null)
        .groupBy('status')
        .execute()
      return (['running', 'owned', 'unresolved'] as const).map((status) => ({
        labels: { status },
        value: open.find((row) => row.status === status)?.count ?? 0,
      }))
    },
  )
}
