import {
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import type { ChangeTopic } from '#contract/changes.ts'
import type { Db } from '../database/database.ts'
import { type AccountChanges, addChanges } from './account-changes.ts'

type OnChanged = (changes: AccountChanges) => void

/**
 * Says that something of these accounts changes. Costs no statement: in a transaction it is remembered beside its
 * connection and told after the commit, so that whoever hears of it sees the change; of what is rolled back nobody hears.
 */
export async function touch(db: Db, accountIds: number | readonly number[], topic: ChangeTopic): Promise<void> {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (!(adapter instanceof TellingAdapter)) return
  const ids = typeof accountIds === 'number' ? [accountIds] : accountIds
  const changes = new Map(ids.map((accountId) => [accountId, new Set([topic])]))
  if (!db.isTransaction) return adapter.touched.tell(changes)
  await executor.provideConnection(async (connection) => adapter.touched.remember(connection, changes))
}

/** What was touched on each connection since its transaction began. */
class Touched {
  readonly #onChanged: OnChanged
  readonly #open = new WeakMap<DatabaseConnection, Map<number, Set<ChangeTopic>>>()

  constructor(onChanged: OnChanged) {
    this.#onChanged = onChanged
  }

  tell(changes: AccountChanges): void {
    if (changes.size > 0) this.#onChanged(changes)
  }

  remember(connection: DatabaseConnection, changes: AccountChanges): void {
    const open = this.#open.get(connection) ?? new Map()
    addChanges(open, changes)
    this.#open.set(connection, open)
  }

  /** What the connection's transaction has touched; forgotten from then on. */
  take(connection: DatabaseConnection): AccountChanges {
    const open = this.#open.get(connection) ?? new Map()
    this.#open.delete(connection)
    return open
  }
}

/** All executors of a database, in transactions or not, share the adapter: that is how `touch` finds what belongs to it. */
class TellingAdapter extends PostgresAdapter {
  readonly touched: Touched
  constructor(touched: Touched) {
    super()
    this.touched = touched
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class TellingDriver extends PostgresDriver {
  readonly #touched: Touched
  constructor(config: PostgresDialectConfig, touched: Touched) {
    super(config)
    this.#touched = touched
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changes = this.#touched.take(connection)
    await super.commitTransaction(connection)
    this.#touched.tell(changes)
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#touched.take(connection)
    await super.rollbackTransaction(connection)
  }
}

/** PostgreSQL, calling `onChanged` after every commit with what was touched in it. */
export class TellingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #touched: Touched
  constructor(config: PostgresDialectConfig, onChanged: OnChanged) {
    super(config)
    this.#config = config
    this.#touched = new Touched(onChanged)
  }

  override createDriver(): PostgresDriver {
    return new TellingDriver(this.#config, this.#touched)
  }

  override createAdapter(): PostgresAdapter {
    return new TellingAdapter(this.#touched)
  }
}
