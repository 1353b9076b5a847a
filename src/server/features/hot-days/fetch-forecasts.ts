import { sql } from 'kysely'
import { type Town, townOf } from '#core/hot-days/towns.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ForecastDay } from '../../adapters/forecast/forecast.ts'
import type { OffersDeps } from './deps.ts'

/** A little less than an hour: what runs every ten minutes then asks once an hour. */
const ASKED_AGAIN_AFTER_MS = 55 * 60 * 1000
/** So often in a row it may fail before the others wait for the next run. */
const MOST_FAILURES = 3

/**
 * Asks for the forecast of each town that somebody has chosen, once an hour, the oldest first, and keeps the last good answer. A
 * source that fails leaves everything as it is. No transaction is open while it is asked.
 */
export async function fetchForecasts(
  { db, clock, forecast }: OffersDeps,
  isStopped: () => boolean = () => false,
): Promise<void> {
  if (!forecast) return
  let failures = 0
  for (const town of await dueTowns(db, clock.now())) {
    if (isStopped() || failures >= MOST_FAILURES) return
    const result = await forecast.fetchDays(town)
    if (result.kind === 'ok')
      await keep(db, town, result.days, { fetchedAt: clock.now(), isMadeUp: forecast.isMadeUp === true })
    failures = result.kind === 'ok' ? 0 : failures + 1
  }
}

async function dueTowns(db: Db, now: Date): Promise<Town[]> {
  const rows = await db
    .selectFrom('lovedOnes')
    .select('hotDaysTown')
    .select(
      sql<Date | null>`(select max(fetched_at) from town_forecasts f where f.town = loved_ones.hot_days_town)`.as(
        'fetchedAt',
      ),
    )
    .where('hotDaysTown', 'is not', null)
    .groupBy('hotDaysTown')
    .execute()
  return rows
    .filter(({ fetchedAt }) => now.getTime() - (fetchedAt?.getTime() ?? 0) >= ASKED_AGAIN_AFTER_MS)
    .toSorted((a, b) => (a.fetchedAt?.getTime() ?? 0) - (b.fetchedAt?.getTime() ?? 0))
    .flatMap(({ hotDaysTown }) => townOf(hotDaysTown ?? '') ?? [])
}

/** The whole answer, or nothing of it. Days of before, which nobody asks about any more, go. */
async function keep(
  db: Db,
  { id: town }: Town,
  days: readonly ForecastDay[],
  answer: { fetchedAt: Date; isMadeUp: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('townForecasts').where('town', '=', town).execute()
    await trx
      .insertInto('townForecasts')
      .values(days.map(({ day, degrees }) => ({ town, day, degrees, ...answer })))
      // The other worker that asked in the same moment was answered the same.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
