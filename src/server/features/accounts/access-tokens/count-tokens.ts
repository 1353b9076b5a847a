import type { Db } from '#server/platform/database/database.ts'

interface TokensOf {
  /** Left out: in all circles. */
  accountId?: number
  personId: number
}

/** Tokens of a person that can be used, in one circle or in all. */
export function livingTokens(db: Db, { accountId, personId }: TokensOf, now: Date) {
  return db
    .selectFrom('accessTokens')
    .where('personId', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
}

/** How many those are. */
export async function countTokens(db: Db, of: TokensOf, now: Date): Promise<number> {
  const { count } = await livingTokens(db, of, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
