import type { ChangeTopic } from '#contract/changes.ts'
import type { Db } from '../database/database.ts'
import { NotifyingAdapter } from './notifying-dialect.ts'

/**
 * Says that something of these accounts changes. Costs no statement: in a transaction it is remembered beside its
 * connection and sent after the commit, so that a listener sees the change; what is rolled back is not sent.
 */
export async function touch(db: Db, accountIds: number | readonly number[], topic: ChangeTopic): Promise<void> {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (!(adapter instanceof NotifyingAdapter)) return
  const ids = typeof accountIds === 'number' ? [accountIds] : accountIds
  const changes = new Map(ids.map((accountId) => [accountId, new Set([topic])]))
  if (!db.isTransaction) return adapter.touched.notify(changes)
  await executor.provideConnection(async (connection) => adapter.touched.remember(connection, changes))
}
