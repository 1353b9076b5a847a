import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

/** The account's own loved one. Until the transaction ends `kept` prevents a removal, and `locked` also a change by others. */
export async function ownLovedOne(db: Db, accountId: number, lovedOneId: number, hold?: 'kept' | 'locked') {
  const lovedOne = await db
    .selectFrom('lovedOnes')
    .select(['id', 'name', 'timezone', 'phoneNumber', 'rungFrom', 'talks'])
    .where('id', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .$if(hold === 'kept', (query) => query.forKeyShare())
    .$if(hold === 'locked', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!lovedOne) throw notFound('Loved one')
  return lovedOne
}
