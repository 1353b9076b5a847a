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

/** What was announced on each connection since its transaction began. */
class AnnouncedChanges {
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

  /** What the connection's transaction has announced; forgotten from then on. */
  take(connection: DatabaseConnection): AccountChanges {
    const open = this.#open.get(connection) ?? new Map()
    this.#open.delete(connection)
    return open
  }
}

/** All executors of a database, in transactions or not, share the adapter: that is how `announceChange` finds what belongs to it. */
export class NotifyingAdapter extends PostgresAdapter {
  readonly announced: AnnouncedChanges
  constructor(announced: AnnouncedChanges) {
    super()
    this.announced = announced
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class NotifyingDriver extends PostgresDriver {
  readonly #announced: AnnouncedChanges
  constructor(config: PostgresDialectConfig, announced: AnnouncedChanges) {
    super(config)
    this.#announced = announced
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changes = this.#announced.take(connection)
    await super.commitTransaction(connection)
    this.#announced.notify(changes)
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#announced.take(connection)
    await super.rollbackTransaction(connection)
  }
}

/** PostgreSQL, calling `onChanged` after every commit with what was announced in it. */
export class NotifyingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #announced: AnnouncedChanges
  constructor(config: PostgresDialectConfig, onChanged: OnChanged) {
    super(config)
    this.#config = config
    this.#announced = new AnnouncedChanges(onChanged)
  }

  override createDriver(): PostgresDriver {
    return new NotifyingDriver(this.#config, this.#announced)
  }

  override createAdapter(): PostgresAdapter {
    return new NotifyingAdapter(this.#announced)
  }
}
