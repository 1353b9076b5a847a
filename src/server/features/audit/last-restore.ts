import type { Db, Trx } from '#server/platform/database/database.ts'
import { recordAction } from './record-action.ts'

const RESTORED = 'backup.restored'

/** Notes that the database was filled from a backup, in the transaction that fills it. */
export async function recordRestore(trx: Trx, { takenAt, at }: { takenAt: string; at: Date }): Promise<void> {
  const operator = { id: null, username: 'operator' }
  await recordAction(trx, { account: operator, action: RESTORED, detail: `taken at ${takenAt}`, address: null, at })
}

/** When the database was last filled from a backup; null when it never was. */
export async function lastRestoredAt(db: Db): Promise<Date | null> {
  const { at } = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('action', '=', RESTORED)
    .executeTakeFirstOrThrow()
  return at
}
