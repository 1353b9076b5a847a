import { sql } from 'kysely'

/** Whether an admin has suspended the account; false without one. */
export const isSuspended = (accountId: number | null) =>
  sql<boolean>`exists (select from accounts where id = ${accountId} and suspended_by_admin_at is not null)`
