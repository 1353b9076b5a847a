import type { Db } from '#server/platform/database/database.ts'

/** The period over which an account's share of the phone line is counted. */
const WINDOW_SECONDS = 15 * 60
/** One account above this share of the line is reported. */
const MAX_SHARE = 0.1

/** The share of the line that one account took; 1: every dial that the rate allows. */
export interface RateShare {
  accountId: number
  share: number
}

/** What each account took of the phone line in the last quarter of an hour, by what the provider's rate allows, the greatest share first. */
export async function readRateShares(db: Db, callsPerSecond: number, now: Date): Promise<RateShare[]> {
  const rows = await db
    .selectFrom('numberDials')
    .select(['accountId', (eb) => eb.fn.countAll<number>().as('dials')])
    .where('dialledAt', '>', new Date(now.getTime() - WINDOW_SECONDS * 1000))
    .where('accountId', 'is not', null)
    .groupBy('accountId')
    .orderBy('dials', 'desc')
    .execute()
  return rows.flatMap(({ accountId, dials }) =>
    accountId === null ? [] : [{ accountId, share: dials / (callsPerSecond * WINDOW_SECONDS) }],
  )
}

/** The accounts that took more than a tenth of the line. */
export async function accountsOverShare(db: Db, callsPerSecond: number, now: Date): Promise<RateShare[]> {
  return (await readRateShares(db, callsPerSecond, now)).filter(({ share }) => share > MAX_SHARE)
}
