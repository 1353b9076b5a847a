import { type ConnectionProvider, PostgresDialect, Transaction } from 'kysely'
import type { Trx } from './database.ts'
import type { Database } from './schema.ts'

/** What a transaction is made with and never uses: it is begun already, and its connection is given. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction opens no pool')) })
const UNUSED = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * The same transaction, whose statements need not wait for each other: those that are under way side by side (`Promise.all`)
 * travel together and are run in the order in which they were sent. When one fails, so do those behind it; `onFailure`
 * hears of each.
 */
export async function sideBySide(trx: Trx, onFailure: (error: unknown) => void = () => {}): Promise<Trx> {
  const executor = trx.getExecutor()
  const connection = await executor.provideConnection(async (its) => its)
  const provider: ConnectionProvider = {
    async provideConnection(consumer) {
      try {
        return await consumer(connection)
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
  }
  return new Transaction<Database>({ ...UNUSED, executor: executor.withConnectionProvider(provider) })
}
