import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { AppError } from '../http/app-error.ts'

export interface Quota {
  /** Its name in the database. */
  name: string
  limit: number
  windowSeconds: number
  /** What is said when it is used up. */
  message: string
}

/**
 * Uses one of `quota` for `subject`, or refuses with `too_many_requests` and the time until the window ends.
 * A window begins with its first use. One statement decides, so that parallel requests cannot pass the limit together,
 * and it lives in the database, so that neither a restart nor a second server forgives anything.
 */
export async function spendQuota(db: Db, quota: Quota, subject: string, now: Date): Promise<void> {
  const expired = sql<boolean>`quota_uses.window_started_at <= ${new Date(now.getTime() - quota.windowSeconds * 1000)}`
  const { used, windowStartedAt } = await db
    .insertInto('quotaUses')
    .values({ quota: quota.name, subject, windowStartedAt: now, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['quota', 'subject']).doUpdateSet({
        // Refused uses stop counting one past the limit: hammering does not grow the number without end.
        used: sql<number>`case when ${expired} then 1 else least(quota_uses.used + 1, ${quota.limit + 1}::integer) end`,
        windowStartedAt: sql<Date>`case when ${expired} then excluded.window_started_at else quota_uses.window_started_at end`,
      }),
    )
    .returning(['used', 'windowStartedAt'])
    .executeTakeFirstOrThrow()
  if (used <= quota.limit) return
  const endsAt = windowStartedAt.getTime() + quota.windowSeconds * 1000
  throw tooMany(quota.message, endsAt - now.getTime())
}

/** Uses one of `quota` for `subject` if there is one left, and says whether there was. */
export async function hasQuota(db: Db, quota: Quota, subject: string, now: Date): Promise<boolean> {
  try {
    await spendQuota(db, quota, subject, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/** The refusal of somebody who is too fast; `waitMs` is rounded up to whole seconds, at least one. */
export function tooMany(message: string, waitMs: number): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Forgets windows that ended before `before`. */
export async function deleteOldQuotaUses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('quotaUses').where('windowStartedAt', '<', before).execute()
}

/** Forgets what was used up by these subjects, and by an account or a person together with a number of theirs. */
export async function deleteQuotaUses(
  db: Db,
  { subjects, accountId, personId }: { subjects: readonly string[]; accountId: number; personId: number },
): Promise<void> {
  await db
    .deleteFrom('quotaUses')
    .where((eb) =>
      eb.or([
        eb('subject', 'in', [...subjects]),
        eb('subject', 'like', `${accountId} +%`),
        eb('subject', 'like', `person ${personId} +%`),
      ]),
    )
    .execute()
}
