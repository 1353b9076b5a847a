import { type RawBuilder, sql } from 'kysely'
import { AppError } from './app-error.ts'
import type { Db } from './database.ts'

/**
 * The one rule of who may use phones: an account whose e-mail was verified. No phone rings and no text leaves for another, whatever
 * asks for it. In a query: whether the account waits for that. Written so that PostgreSQL reads the few that wait once.
 */
export function waitsForEmail(accountId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from accounts as waiting where waiting.id = ${accountId} and waiting.verified_email is null)`
}

/** Whether the account waits for its e-mail to be verified. What belongs to no account waits for nobody. */
export async function isWaitingForEmail(db: Db, accountId: number | null): Promise<boolean> {
  if (accountId === null) return false
  const waiting = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('verifiedEmail', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * Refuses what would ring or text somebody for an account that waits. `what`: what cannot be done until then, as the end of a
 * sentence: "we cannot ring Margaret".
 */
export async function refuseBeforeEmail(db: Db, accountId: number, what: string): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('verifiedEmail', 'is', null)
    .executeTakeFirst()
  if (!account) return
  throw new AppError('conflict', `Please confirm your email first: we wrote to ${account.email}. Until then ${what}.`)
}
