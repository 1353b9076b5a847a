import type { Registry } from 'prom-client'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'
import { atMostEvery } from '#server/platform/work/at-most-every.ts'
import { type CapacityDeps, readCapacity } from './read-capacity.ts'

/** It reads everything that is due within a day; a forecast that is a minute old is good enough. */
const READ_EVERY_MS = 60_000

/** Measures whether the provider's rate is enough for the next 24 hours. */
export function measureCapacity(registry: Registry, deps: CapacityDeps): void {
  const read = atMostEvery(READ_EVERY_MS, () => readCapacity(deps))
  gaugeOf(
    registry,
    {
      name: 'cooee_calls_beyond_capacity',
      help: 'Calls of the next 24 hours that cannot be dialled in their grace period while alerts take their share of the rate.',
    },
    async () => (await read()).lateCalls,
  )
  gaugeOf(
    registry,
    {
      name: 'cooee_capacity_fullest_quarter_ratio',
      help: 'Calls due in the fullest quarter of an hour of the next 24 hours, divided by those certain to be dialled in one.',
    },
    async () => {
      const { fullest, callsPerQuarter } = await read()
      return (fullest?.due ?? 0) / callsPerQuarter
    },
  )
}
