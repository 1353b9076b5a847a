import type { Db } from '#server/platform/database/database.ts'

/**
 * Removes the forecasts that the sandbox made up, and what was offered by them; for a server whose source of forecasts is a real
 * one, or that has none. A call that was accepted stays scheduled, as a wellness check that says nothing of heat.
 */
export async function removeMadeUpForecasts(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('townForecasts').where('isMadeUp', '=', true).execute()
    await trx.deleteFrom('hotDayOffers').where('isMadeUp', '=', true).execute()
  })
}
