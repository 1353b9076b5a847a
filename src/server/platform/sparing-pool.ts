import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { type StatementNames, statementNames } from './statement-names.ts'

/**
 * A pool whose connections spare the database and the wire what they can: statements that come again and again are
 * prepared once for each connection, and a `begin` travels together with the first statement of its transaction. The
 * pool must be opened with `pipeline`: statements are sent without waiting for the answer to the one before.
 */
export function sparingPool(pool: pg.Pool): PostgresPool {
  const names = statementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const sparing = clients.get(client) ?? new SparingClient(client, names)
      clients.set(client, sparing)
      return sparing
    },
    end: () => pool.end(),
  }
}

class SparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('There are no cursors here')
    if (text === 'begin') return this.#begin()
    const name = this.#names.nameOf(text, values.length)
    return this.#client.query({ text, values: [...values], ...(name && { name }) })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }

  /** Its answer is not waited for. The one way for it to fail is a connection that is lost, and that fails what follows, too. */
  #begin() {
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    this.#client.query('begin').catch((error: Error) => stream.destroy(error))
    return Promise.resolve({ command: 'BEGIN', rowCount: 0, rows: [] })
  }
}
