import { sql } from 'kysely'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import { IS_AWAY } from './is-away.ts'

/**
 * Leaves out calls that came due while their account's calls were suspended, and those of accounts that may use no
 * phones, and those that fall into a time away. A call that was due before a suspension is placed, and a call under way goes on to its end. Written so that
 * PostgreSQL reads the few such accounts once, not one for each due call.
 */
export const MAY_BE_DIALLED = sql<boolean>`(not exists (
  select from accounts where accounts.id = calls.account_id and calls.status = 'scheduled'
    and accounts.suspended_at is not null and accounts.suspended_at <= calls.scheduled_for)
  and not (calls.status = 'scheduled' and ${hasNoPhones(sql`calls.account_id`)}) and not ${IS_AWAY})`
