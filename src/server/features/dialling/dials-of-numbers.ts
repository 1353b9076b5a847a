import { sql } from 'kysely'
import type { UsesByAccount } from '#core/plans/limits/share-of-limit.ts'
import type { Db } from '#server/platform/database/database.ts'

const DAY_MS = 86_400_000
const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/** How often each number was dialled in the last 24 hours, by which account. Valid until the transaction ends only under the lock of `lockPermits`. */
export async function dialsOfDay(db: Db, numbers: readonly string[], now: Date): Promise<Map<string, UsesByAccount>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ phoneNumber: string; accountId: number; dials: number }>`
    select wanted.phone_number, coalesce(account_id, ${FORGOTTEN}::int) as account_id, count(*)::int as dials
    from unnest(${[...new Set(numbers)]}::text[]) as wanted (phone_number)
    join number_dials on phone_hash = md5(wanted.phone_number) and dialled_at > ${dayBefore(now)}
    group by 1, 2`.execute(db)
  const dials = new Map<string, Map<number, number>>()
  for (const { phoneNumber, accountId, dials: many } of rows) {
    const ofNumber = dials.get(phoneNumber) ?? new Map<number, number>()
    dials.set(phoneNumber, ofNumber.set(accountId, many))
  }
  return dials
}

/** Accounts that were deleted since count as one. */
const FORGOTTEN = 0

/** How many alerts by phone of each of the accounts were dialled in the last 24 hours. */
export async function alertDialsOfDay(db: Db, accountIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('numberDials')
    .select(['accountId', (eb) => eb.fn.countAll<number>().as('dials')])
    .where('accountId', '=', (eb) => eb.fn.any(eb.val([...new Set(accountIds)])))
    .where('purpose', '=', 'alert')
    .where('dialledAt', '>', dayBefore(now))
    .groupBy('accountId')
    .execute()
  return new Map(rows.flatMap(({ accountId, dials }) => (accountId === null ? [] : [[accountId, dials]])))
}

/** A month at its longest, and a day. */
const KEPT_MS = 32 * DAY_MS

/** Deletes which phone was dialled once no limit counts it any more, and dials once no month does. */
export async function deleteOldDials(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('numberDials')
    .set({ phoneHash: '' })
    .where('dialledAt', '<', dayBefore(dayBefore(now)))
    .where('phoneHash', '<>', '')
    .execute()
  await db
    .deleteFrom('numberDials')
    .where('dialledAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
