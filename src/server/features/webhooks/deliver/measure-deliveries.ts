import type { Registry } from 'prom-client'
import type { Db } from '#server/platform/database/database.ts'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'
import { countDeliveries } from './count-deliveries.ts'

/** Measures how many deliveries to other systems are still queued. */
export function measureDeliveries(registry: Registry, db: Db): void {
  gaugeOf(
    registry,
    {
      name: 'cooee_webhook_deliveries_waiting',
      help: 'Deliveries to webhooks that are queued, including those between two tries.',
    },
    async () => (await countDeliveries(db)).waiting,
  )
}
