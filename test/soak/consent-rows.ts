import { CONSENT_WORDING, type ConsentSubject, UPGRADE_WORDING } from '#core/consent/consent.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Agreed {
  accountId: number
  lovedOneId: number
  subjects: readonly ConsentSubject[]
  /** They were called before anybody was asked. */
  isUpgrade?: boolean
  at: Date
}

/** Writes down that somebody has agreed before the simulation begins. */
export async function agreedBefore(
  db: Db,
  { accountId, lovedOneId, subjects, isUpgrade = false, at }: Agreed,
): Promise<void> {
  const way = isUpgrade
    ? ({ how: 'upgrade', wording: UPGRADE_WORDING } as const)
    : ({ how: 'key', wording: CONSENT_WORDING } as const)
  for (const subject of subjects) {
    await db
      .insertInto('consents')
      .values({ accountId, lovedOneId, subject, state: 'agreed', ...way, at })
      .execute()
  }
}
