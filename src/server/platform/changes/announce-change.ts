import type { ChangeTopic } from '#contract/changes.ts'
import type { Db } from '../database/database.ts'
import { NotifyingAdapter } from './notifying-dialect.ts'

/**
 * Announces a change of these accounts to open screens (`GET /api/changes`). Costs no statement: in a transaction it is
 * remembered with its connection and sent after the commit, so that a listener reads the change; what is rolled back is
 * not sent.
 */
export async function announceChange(
  db: Db,
  accountIds: number | readonly number[],
  topic: ChangeTopic,
): Promise<void> {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (!(adapter instanceof NotifyingAdapter)) return
  const ids = typeof accountIds === 'number' ? [accountIds] : accountIds
  const changes = new Map(ids.map((accountId) => [accountId, new Set([topic])]))
  if (!db.isTransaction) return adapter.announced.notify(changes)
  await executor.provideConnection(async (connection) => adapter.announced.remember(connection, changes))
}
