import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { type StatementNames, statementNames } from '../statements/statement-names.ts'
import { codeOf } from './database-error.ts'
import { RenamingQuery } from './renaming-query.ts'

/**
 * A plan for a table of ten rows is a bad one for ten thousand; PostgreSQL itself analyses tables once a minute. Each connection keeps
 * its plans for twice as long as the ones before: what grows from nothing is planned again and again, and a busy server does not
 * spend a fifth of PostgreSQL's time on plans that it had.
 */
const PLANS_KEPT_MS = { first: 10_000, longest: 40_000 }

/** read_only_sql_transaction: what answers here takes no writes any more. */
const READ_ONLY = '25006'

/** What was prepared answers with other columns since a migration, or a pooler in between has mixed connections up. */
const USELESS = new Set(['0A000', '26000', '42P05'])

/** Called between two transactions, on a connection behind which the database is on another timeline than it was. */
type TimelineCheck = (client: pg.PoolClient) => Promise<void>

interface TimelineWatch {
  /** On which this pool last began a transaction; undefined before it has. */
  known: string | null | undefined
  check: TimelineCheck
}

/**
 * A pool whose connections spare the database and the wire what they can: statements that come again and again are
 * prepared once for each connection, and a `begin` travels together with the first statement of its transaction.
 * What is asked for after a `commit` or `rollback` is refused until the next `begin`. The pool must be opened with
 * `pipeline`: statements are sent without waiting for the answer to the one before. Without `prepares` nothing is prepared.
 * The rows have the names that `nameOf` gives to their columns.
 * `onAnotherTimeline` is for a pooler in between, which keeps its clients through a fail-over: each `begin` then asks, and waits.
 */
export function sparingPool(
  pool: pg.Pool,
  {
    nameOf,
    prepares = true,
    onAnotherTimeline,
  }: {
    nameOf(column: string): string
    prepares?: boolean
    onAnotherTimeline?: TimelineCheck | undefined
  },
): PostgresPool {
  const watch = onAnotherTimeline && { known: undefined, check: onAnotherTimeline }
  const names = statementNames()
  if (!prepares) names.stop()
  const clients = new WeakMap<pg.PoolClient, SparingClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const sparing = clients.get(client) ?? new SparingClient(client, { nameOf, names, watch })
      clients.set(client, sparing)
      if (prepares) sparing.renewPlans()
      return sparing
    },
    end: () => pool.end(),
  }
}

class SparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #nameOf: (column: string) => string
  readonly #names: StatementNames
  readonly #watch: TimelineWatch | undefined
  #plansSince = performance.now()
  #plansKeptMs = PLANS_KEPT_MS.first
  #isInTransaction = false
  #hasFailed = false
  #isOver = false
  #isGathering = false
  #isReadOnly = false

  constructor(
    client: pg.PoolClient,
    {
      nameOf,
      names,
      watch,
    }: { nameOf(column: string): string; names: StatementNames; watch: TimelineWatch | undefined },
  ) {
    this.#client = client
    this.#nameOf = nameOf
    this.#names = names
    this.#watch = watch
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('There are no cursors here')
    if (text === 'begin') return this.#begin()
    // One of several asked for at once has failed, and another goes on: what it asks for now would be kept by itself.
    if (this.#isOver && text !== 'rollback') return Promise.reject(new Error('The transaction is over'))
    this.#isOver = text === 'commit' || text === 'rollback'
    this.#gather()
    const name = this.#names.nameOf(text, values.length)
    if (name !== undefined) return this.#queryByName(name, text, [...values])
    const answer = this.#send({ text, values: [...values] })
    answer.catch((error: unknown) => this.#noteFailure(error))
    return answer
  }

  release(destroy?: boolean): void {
    this.#isInTransaction = false
    this.#hasFailed = false
    this.#isOver = false
    this.#client.release(destroy || this.#isReadOnly)
  }

  renewPlans(): void {
    if (performance.now() - this.#plansSince < this.#plansKeptMs) return
    this.#plansSince = performance.now()
    this.#plansKeptMs = Math.min(2 * this.#plansKeptMs, PLANS_KEPT_MS.longest)
    this.#sendWithNext('discard plans')
  }

  /** Where names turn out to be of no use, no statement is prepared any more. In a transaction it is the caller who does it again. */
  async #queryByName(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await this.#send({ name, text, values })
    } catch (error) {
      // Behind a failure nothing is prepared in a transaction, so a name that is unknown there says nothing.
      const isBehindFailure = this.#hasFailed
      this.#noteFailure(error)
      if (isBehindFailure || !USELESS.has(codeOf(error) ?? '')) throw error
      this.#names.stop()
      if (this.#isInTransaction) throw error
      return this.#send({ text, values })
    }
  }

  #send(config: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
      this.#client.query(new RenamingQuery(config, this.#nameOf, done))
    })
  }

  #noteFailure(error: unknown): void {
    // The next connection goes to the machine that has become the primary.
    if (codeOf(error) === READ_ONLY) this.#isReadOnly = true
    this.#hasFailed = this.#isInTransaction
  }

  #begin() {
    this.#isInTransaction = true
    this.#hasFailed = false
    this.#isOver = false
    const begun = { command: 'BEGIN', rowCount: 0, rows: [] } as const
    if (this.#watch) return this.#beginOnKnownTimeline(this.#watch).then(() => begun)
    this.#sendWithNext('begin')
    return Promise.resolve(begun)
  }

  /** The transaction is tied to one server from here on: what it finds there has been checked. */
  async #beginOnKnownTimeline(watch: TimelineWatch): Promise<void> {
    for (;;) {
      const answers: unknown = await this.#client.query('begin; select database_timeline() as timeline')
      const [, { rows }] = answers as [unknown, pg.QueryResult<{ timeline: string | null }>]
      const timeline = rows[0]?.timeline ?? null
      if (timeline === watch.known) return
      await this.#client.query('rollback')
      await watch.check(this.#client)
      watch.known = timeline
    }
  }

  /** Sends a statement together with the next one. Only a lost connection makes it fail, and that fails what follows, too. */
  #sendWithNext(text: string): void {
    this.#gather()
    this.#client.query(text).catch((error: Error) => this.#client.connection.stream.destroy(error))
  }

  /** What is asked for in the same turn travels in one write: each costs more than what is in it. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
