import type { Db } from '#server/platform/database/database.ts'
import { circlesOf } from '../circle/circles.ts'
import type { Surroundings } from './present-user.ts'

/** What screens know of the circle that a person has entered, and of their other circles. */
export async function surroundingsOf(db: Db, personId: number, accountId: number): Promise<Surroundings> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('members', 'members.accountId', 'accounts.id')
    .select(['verifiedAt', 'deleteAt', 'members.mayHearCalls'])
    .where('accounts.id', '=', accountId)
    .where('members.personId', '=', personId)
    .executeTakeFirstOrThrow()
  const circles = await circlesOf(db, personId)
  const circle = circles.find(({ id }) => id === accountId)
  if (!circle) throw new Error(`Person ${personId} does not belong to account ${accountId}`)
  return { account, circle: { ...circle, mayHearCalls: account.mayHearCalls }, circles }
}
