import { UNDER_WAY_COLUMNS } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Locks a loved one, then their calls under way, as cancelling and claiming do. Null for one who was removed, or is not the account's. */
export async function lockUnderWay(trx: Trx, lovedOneId: number, accountId?: number) {
  const lovedOne = await trx
    .selectFrom('lovedOnes')
    .select('name')
    .where('id', '=', lovedOneId)
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!lovedOne) return null
  const calls = await trx
    .selectFrom('calls')
    .select(UNDER_WAY_COLUMNS)
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'in_progress')
    .orderBy('id')
    .forUpdate()
    .execute()
  return { name: lovedOne.name, calls }
}
