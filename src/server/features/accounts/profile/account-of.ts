import type { Db } from '#server/platform/database/database.ts'

/** Of an account that exists, what its screens say about it. */
export function accountOf(db: Db, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['verifiedAt', 'deleteAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
