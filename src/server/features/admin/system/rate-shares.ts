import type { Db } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'

/** The period over which an account's share of the provider rate is counted. */
const WINDOW_SECONDS = 15 * 60
/** One account above this share of the rate is reported. */
const MAX_SHARE = 0.1

/** The provider's rate of each number, and the numbers. */
interface Line {
  callsPerSecond: number
  ownNumbers: OwnNumbers
}

/** The share of the provider rate that one account used; 1: every dial that the rate allows. */
export interface RateShare {
  accountId: number
  share: number
}

/** The share of the provider rate that each account used in the last quarter of an hour, the greatest share first. */
export async function readRateShares(db: Db, line: Line, now: Date): Promise<RateShare[]> {
  const rows = await db
    .selectFrom('numberDials')
    .select(['accountId', (eb) => eb.fn.countAll<number>().as('dials')])
    .where('dialledAt', '>', new Date(now.getTime() - WINDOW_SECONDS * 1000))
    .where('accountId', 'is not', null)
    .groupBy('accountId')
    .orderBy('dials', 'desc')
    .execute()
  return rows.flatMap(({ accountId, dials }) =>
    accountId === null
      ? []
      : [{ accountId, share: dials / (line.callsPerSecond * line.ownNumbers.length * WINDOW_SECONDS) }],
  )
}

/** The accounts that used more than a tenth of the provider rate. */
export async function accountsOverShare(db: Db, line: Line, now: Date): Promise<RateShare[]> {
  return (await readRateShares(db, line, now)).filter(({ share }) => share > MAX_SHARE)
}
