import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** A member of a circle, with what decides whether and how they are notified. */
export type MemberToNotify = Awaited<ReturnType<typeof membersToNotify>>[number]

/**
 * The members of a circle, the account holder first. `isAway`: on their own clock it is one of the days of their time
 * away. `coversSomebody`: somebody who is away now has said that this member looks after things. No phone rings and no text
 * leaves before an address was confirmed. Who never confirmed one is left out, apart from the account holder: what is
 * mistyped belongs to a stranger.
 */
export function membersToNotify(db: Db, accountId: number, now: Date) {
  return readMembers(db, { accountId, now })
}

/** Those who are there. Where all are away the account holder is notified all the same. */
export function presentMembers<T extends { isAway: boolean; isHolder: boolean }>(members: readonly T[]): T[] {
  const present = members.filter(({ isAway }) => !isAway)
  return present.length > 0 ? present : members.filter(({ isHolder }) => isHolder)
}

/** Where a member reads mails: the account holder at the address they gave, everybody else at one they have confirmed. */
export const mailboxOfMember = sql<string>`case when members.role = 'owner' then people.email else people.verified_email end`

/** The number of a person whose address is confirmed, else null; `people` is the alias of their row. */
export const reachedNumber = (people: string) =>
  sql<
    string | null
  >`case when ${sql.ref(`${people}.verified_email`)} is not null then ${sql.ref(`${people}.phone_number`)} end`

// In this order: the zone of who never goes away is not looked at, and one that no longer exists stops nobody's news.
const isAwayAt = (members: string, people: string, now: Param<Date>) =>
  sql<boolean>`case when ${sql.ref(`${members}.away_from`)} is null then false
    else (${now}::timestamptz at time zone ${sql.ref(`${people}.timezone`)})::date
      between ${sql.ref(`${members}.away_from`)} and ${sql.ref(`${members}.away_until`)} end`

const readMembers = preparedStatement((db, { accountId, now }: { accountId: Param<number>; now: Param<Date> }) =>
  db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['members.personId', 'members.role', 'members.mayHearCalls as mayHear'])
    .select(['people.firstName', 'people.lastName', 'people.username', 'people.timezone'])
    .select(mailboxOfMember.as('email'))
    .select('people.verifiedPhone')
    .select(reachedNumber('people').as('phoneNumber'))
    .select(({ eb, exists, selectFrom }) => [
      eb('members.role', '=', 'owner').$castTo<boolean>().as('isHolder'),
      isAwayAt('members', 'people', now).as('isAway'),
      exists(
        selectFrom('members as away')
          .innerJoin('people as absentee', 'absentee.id', 'away.personId')
          .select('away.personId')
          .whereRef('away.accountId', '=', 'members.accountId')
          .whereRef('away.coveredBy', '=', 'members.personId')
          .where(isAwayAt('away', 'absentee', now)),
      )
        .$castTo<boolean>()
        .as('coversSomebody'),
    ])
    .where('members.accountId', '=', accountId)
    .where(mailboxOfMember, 'is not', null)
    .orderBy('isHolder', 'desc')
    .orderBy('members.joinedAt')
    .orderBy('members.personId'),
)
