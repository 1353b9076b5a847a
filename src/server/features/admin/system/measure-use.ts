import type { Registry } from 'prom-client'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { spentToday } from '#server/platform/phones/spend-of-day.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import { atMostEvery } from '#server/platform/work/at-most-every.ts'
import { readRateShares } from './rate-shares.ts'

interface MeasureDeps {
  db: Db
  clock: Clock
  callsPerSecond: number
  ownNumbers: OwnNumbers
  limits: Pick<Limits, 'spend'>
}

const READ_EVERY_MS = 15_000

/** Measures today's spending and the greatest share of the phone line that one account takes. Names no account. */
export function measureUse(registry: Registry, { db, clock, limits, ...line }: MeasureDeps): void {
  const spent = atMostEvery(READ_EVERY_MS, () => spentToday(db, limits.spend, clock.now()))
  const shares = atMostEvery(READ_EVERY_MS, () => readRateShares(db, line, clock.now()))
  gaugeOf(
    registry,
    { name: 'cooee_spend_today_cents', help: 'What dials and texts have cost since midnight UTC, by the set prices.' },
    spent,
  )
  gaugeOf(
    registry,
    { name: 'cooee_spend_limit_cents', help: 'What they may cost in a day; 0: no limit.' },
    async () => limits.spend.dailyCents,
  )
  gaugeOf(
    registry,
    {
      name: 'cooee_account_line_share_ratio',
      help: 'The greatest share of the phone line that one account took in the last quarter of an hour.',
    },
    async () => (await shares())[0]?.share ?? 0,
  )
}
