import type { Db, Trx } from '#server/platform/database/database.ts'
import { recordAction } from './record-action.ts'

const RESTORED = 'backup.restored'
const FAILED_OVER = 'database.failed_over'
const OPERATOR = { id: null, username: 'operator' }

/** Notes that the database was filled from a backup, in the transaction that fills it. */
export async function recordRestore(trx: Trx, { takenAt, at }: { takenAt: string; at: Date }): Promise<void> {
  await recordAction(trx, { account: OPERATOR, action: RESTORED, detail: `taken at ${takenAt}`, address: null, at })
}

/** Records a fail-over to a standby, in the transaction that marks as unknown what may be lost. */
export async function recordFailover(trx: Trx, { detail, at }: { detail: string; at: Date }): Promise<void> {
  await recordAction(trx, { account: OPERATOR, action: FAILED_OVER, detail, address: null, at })
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
