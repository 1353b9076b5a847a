import {
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import type { ChangeTopic } from '#contract/changes.ts'
import { type AccountChanges, addChanges } from './account-changes.ts'

type OnChanged = (changes: AccountChanges) => void

/** What was touched on each connection since its transaction began. */
class Touched {
  readonly #onChanged: OnChanged
  readonly #open = new WeakMap<DatabaseConnection, Map<number, Set<ChangeTopic>>>()

  constructor(onChanged: OnChanged) {
    this.#onChanged = onChanged
  }

  notify(changes: AccountChanges): void {
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
export class NotifyingAdapter extends PostgresAdapter {
  readonly touched: Touched
  constructor(touched: Touched) {
    super()
    this.touched = touched
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class NotifyingDriver extends PostgresDriver {
  readonly #touched: Touched
  constructor(config: PostgresDialectConfig, touched: Touched) {
    super(config)
    this.#touched = touched
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changes = this.#touched.take(connection)
    await super.commitTransaction(connection)
    this.#touched.notify(changes)
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#touched.take(connection)
    await super.rollbackTransaction(connection)
  }
}

/** PostgreSQL, calling `onChanged` after every commit with what was touched in it. */
export class NotifyingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #touched: Touched
  constructor(config: PostgresDialectConfig, onChanged: OnChanged) {
    super(config)
    this.#config = config
    this.#touched = new Touched(onChanged)
  }

  override createDriver(): PostgresDriver {
    return new NotifyingDriver(this.#config, this.#touched)
  }

  override createAdapter(): PostgresAdapter {
    return new NotifyingAdapter(this.#touched)
  }
}
