import { sql } from 'kysely'

/**
 * Calls that came due while their account's calls were suspended are left out. What was due before that is placed, and what
 * is under way goes on to its end. Written so that PostgreSQL reads the few suspended accounts once, not one for each due
 * call.
 */
export const IS_NOT_SUSPENDED = sql<boolean>`not exists (
  select from accounts where accounts.id = calls.account_id and calls.status = 'scheduled'
    and accounts.suspended_at is not null and accounts.suspended_at <= calls.scheduled_for)`
