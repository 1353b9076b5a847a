import { sql } from 'kysely'

/**
 * Their own circle while it is not being deleted, else the one they joined first that is not suspended; null where they
 * belong to none. Who owns a suspended circle stays there: it is they who were suspended.
 */
export const HOME_ACCOUNT = sql<number | null>`(
  select account_id from members join accounts on accounts.id = account_id
  where members.person_id = people.id and accounts.deletion_began_at is null
  order by members.role = 'owner' desc, suspended_by_admin_at is not null, joined_at, account_id limit 1)`

/** What of a person may leave the database: all but their password. */
export const PERSON_COLUMNS = [
  'people.id',
  'people.username',
  'people.email',
  'people.verifiedEmail',
  'people.firstName',
  'people.lastName',
  'people.phoneNumber',
  'people.verifiedPhone',
  'people.timezone',
  'people.role',
  'people.createdAt',
  HOME_ACCOUNT.as('accountId'),
] as const

/** Their own circle is being deleted: from then on nobody signs in as them. */
export const IS_LEAVING = sql<boolean>`exists (
  select from members join accounts on accounts.id = account_id
  where members.person_id = people.id and members.role = 'owner' and accounts.deletion_began_at is not null)`
