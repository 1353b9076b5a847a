import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { AppError } from '../http/app-error.ts'

/** Why an account may use no phones: an admin has suspended it, or its e-mail was never verified. */
export type NoPhonesCause = 'by_admin' | 'unverified'

/**
 * The one rule of who may use phones: an account whose e-mail was verified and that no admin has suspended. No phone rings and no
 * text leaves for another, whatever asks for it. In a query: whether the account may use none. Written so that PostgreSQL reads
 * the few such accounts once.
 */
export function hasNoPhones(accountId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from accounts as barred where barred.id = ${accountId}
      and (barred.verified_at is null or barred.suspended_by_admin_at is not null))`
}

/** Why the account may use no phones; null where it may. What belongs to no account may. */
export async function whyNoPhones(db: Db, accountId: number | null): Promise<NoPhonesCause | null> {
  if (accountId === null) return null
  const barred = await db
    .selectFrom('accounts')
    .select('suspendedByAdminAt')
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb('verifiedAt', 'is', null), eb('suspendedByAdminAt', 'is not', null)]))
    .executeTakeFirst()
  if (!barred) return null
  return barred.suspendedByAdminAt === null ? 'unverified' : 'by_admin'
}

/** Refuses what would ring or text for an account that may use no phones. `what` ends the sentence: "we cannot ring Margaret". */
export async function refuseWithoutPhones(db: Db, accountId: number, what: string): Promise<void> {
  const cause = await whyNoPhones(db, accountId)
  if (cause === null) return
  if (cause === 'by_admin') throw new AppError('conflict', `This account is suspended. Until we release it ${what}.`)
  const { email } = await db
    .selectFrom('owners')
    .select('email')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  throw new AppError('conflict', `Please confirm your email first: we wrote to ${email}. Until then ${what}.`)
}
