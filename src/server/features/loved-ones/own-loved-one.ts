import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

/**
 * The account's own loved one; a loved one of another account is not found. Until the transaction ends, `kept` keeps
 * them from being removed, and `locked` also from being changed by others.
 */
export async function ownLovedOne(db: Db, accountId: number, lovedOneId: number, hold?: 'kept' | 'locked') {
  const lovedOne = await db
    .selectFrom('lovedOnes')
    .select(['id', 'name', 'timezone'])
    .where('id', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .$if(hold === 'kept', (query) => query.forKeyShare())
    .$if(hold === 'locked', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!lovedOne) throw notFound('Loved one')
  return lovedOne
}
