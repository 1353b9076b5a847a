import type { Db } from '#server/platform/database/database.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'

/** The person who reads: the member who asks, else the account holder. */
export async function readerIdOf(db: Db, { id, by }: Pick<ReadAccount, 'id' | 'by'>): Promise<number> {
  if (by) return by.personId
  const { personId } = await db
    .selectFrom('owners')
    .select('personId')
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow()
  return personId
}
