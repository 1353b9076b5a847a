import { mailboxOfMember } from '#server/features/notifications/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

export type MemberRow = Awaited<ReturnType<typeof lockMember>>

/** The members of a circle with what decides about them: the owner first, then in the order in which they joined. */
export function membersOf(db: Db, accountId: number) {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['members.personId', 'members.role', 'members.mayHearCalls', 'members.joinedAt'])
    .select(['members.awayFrom', 'members.awayUntil', 'members.coveredBy', 'people.timezone'])
    .select(['people.firstName', 'people.lastName', 'people.username', 'people.email', 'people.verifiedEmail'])
    .select(mailboxOfMember.$castTo<string | null>().as('mailbox'))
    .where('members.accountId', '=', accountId)
    .orderBy((eb) => eb('members.role', '=', 'owner'), 'desc')
    .orderBy('members.joinedAt')
    .orderBy('members.personId')
}

/** One change of a circle's people at a time. */
export async function lockCircle(trx: Trx, accountId: number): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** One member; locks the circle, so that its members change one at a time. Throws `not_found` for somebody else. */
export async function lockMember(trx: Trx, accountId: number, personId: number) {
  await lockCircle(trx, accountId)
  const member = await membersOf(trx, accountId).where('members.personId', '=', personId).executeTakeFirst()
  if (!member) throw notFound('Member')
  return member
}
