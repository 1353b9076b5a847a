import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  CamelCasePlugin,
  Kysely,
  type LogEvent,
  type PluginTransformResultArgs,
  PostgresDialect,
  type QueryResult,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { AccountChanges } from '../changes/account-changes.ts'
import { NotifyingDialect } from '../changes/notifying-dialect.ts'
import { noteStatement } from '../health/tracing.ts'
import { DatabaseClient } from './connection/database-client.ts'
import { sparingPool } from './connection/sparing-pool.ts'
import { typeParser } from './connection/type-parser.ts'
import type { Database } from './schema.ts'

const STATEMENT_TIMEOUT_MS = 30_000
/** How much longer than the statement timeout to wait for the server's own answer. */
export const ANSWER_MARGIN_MS = 2_000
const NETWORK_SETTINGS = {
  connectionTimeoutMillis: 10_000,
  // Otherwise the system's own two hours.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const
/**
 * For every connection of ours. A machine that lost its power closes nothing: what it locked
 * is free again after the twenty seconds that its transaction may idle, so that another machine takes over within thirty.
 */
export const CONNECTION_SETTINGS = {
  ...NETWORK_SETTINGS,
  idle_in_transaction_session_timeout: 20_000,
} as const
/** No row is locked for longer than some milliseconds: a wait this long is a wait for something that is stuck. */
const LOCK_TIMEOUT_MS = 10_000

/** A connection pool or a transaction in it: functions take either and never reach for one globally. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>

export interface DatabaseOptions {
  /** Connections at most; each process has its own pool. */
  poolSize?: number
  /** A statement that takes longer is cancelled and its caller gets an error, also when the server is out of reach. */
  statementTimeoutMs?: number | undefined
  applicationName?: string
  log?: Pick<Logger, 'error'>
  /** Whether every statement is its own span. */
  isTraced?: boolean
  /**
   * A pooler in transaction mode lies in between: every transaction may meet another session. Nothing is prepared, and the limits are the
   * role's own (ops/failover/database.sql), since the pooler refuses a session that asks for any.
   */
  isPooled?: boolean | undefined
  /** Makes what carries a connection in place of a socket of the system: the network of a simulation. */
  stream?: () => Duplex
  /**
   * Called with each new connection before anything else is sent on it; with `isPooled` also where a transaction meets another timeline
   * than the one before it (migration 0134). Where it fails, that is logged and the connection used.
   */
  beforeFirstUse?: ((db: Db) => Promise<void>) | undefined
  /** Called after each commit with what was announced in it (`changes/announce-change.ts`). */
  onChanged?: (changes: AccountChanges) => void
}

/**
 * Opens a pool on any PostgreSQL 14 or newer. Connects on first use; `db.destroy()` closes it.
 * SQL is snake_case and results are camelCase; keys inside json columns stay as they were written.
 * bigint arrives as a number, timestamptz as a Date, date as 'YYYY-MM-DD', numeric as text.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const { onChanged, isTraced, isPooled = false, beforeFirstUse, log } = options
  const names = new NamesOfStatements()
  const pool = sparingPool(connectionPool(url, options), {
    nameOf: (column) => names.nameOf(column),
    prepares: !isPooled,
    ...(isPooled && beforeFirstUse && { onAnotherTimeline: checking(beforeFirstUse, log) }),
  })
  return new Kysely<Database>({
    dialect: onChanged ? new NotifyingDialect({ pool }, onChanged) : new PostgresDialect({ pool }),
    plugins: [names],
    ...(isTraced && { log: traceStatement }),
  })
}

/** Connections that give up on what takes too long, and that read PostgreSQL's types as `openDatabase` says. */
export function connectionPool(url: string, options: Omit<DatabaseOptions, 'onChanged' | 'isTraced'> = {}): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName ?? 'cooee',
    ...(options.isPooled ? NETWORK_SETTINGS : CONNECTION_SETTINGS),
    ...(!options.isPooled && { statement_timeout: statementTimeoutMs, lock_timeout: LOCK_TIMEOUT_MS }),
    pipeline: true,
    ...(options.stream && { stream: options.stream }),
    ...(options.beforeFirstUse && { verify: asVerify(checking(options.beforeFirstUse, options.log)) }),
    types: { getTypeParser: typeParser },
  })
  pool.on('connect', (client) => {
    cutWhenSilent(client, statementTimeoutMs + ANSWER_MARGIN_MS)
  })
  // An idle connection that breaks (the database restarts) is replaced on next use; unheard, it would end the process.
  pool.on('error', (error) => {
    // A pool that ends does not wait until its connections have: that the database cuts them first is no loss.
    if (!pool.ending) options.log?.error(error, 'Database connection lost; the pool opens another')
  })
  return pool
}

const KEYS_IN_JSON_STAY = { maintainNestedObjectKeys: true }

/** SQL is snake_case and results are camelCase; keys inside json columns stay as they were written. */
export const camelCaseResults = () => new CamelCasePlugin(KEYS_IN_JSON_STAY)

/** The same where rows come in camelCase from the connection: copying each of them costs a tenth of what a list does. */
class NamesOfStatements extends CamelCasePlugin {
  constructor() {
    super(KEYS_IN_JSON_STAY)
  }

  nameOf(column: string): string {
    return this.camelCase(column)
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  noteStatement(query.sql, queryDurationMillis, level === 'error')
}

/** One connection of its own as a `Db`, for work that also speaks to it directly. Connected already; the caller ends it. */
export async function onOneConnection<Result>(
  url: string,
  applicationName: string,
  work: (db: Db, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  })
  await client.connect()
  // A whole table may be read: no limit of the role's own.
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  try {
    return await work(onClient(client), client)
  } finally {
    await client.end()
  }
}

/** Queries on this one connection, which is left as it is. */
function onClient(client: pg.ClientBase): Db {
  const connection = { query: client.query.bind(client) as pg.PoolClient['query'], release() {} }
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [camelCaseResults()] })
}

/** A connection on which the check cannot be made says so with its first query. */
function checking(check: (db: Db) => Promise<void>, log: DatabaseOptions['log']) {
  return (client: pg.PoolClient): Promise<void> =>
    check(onClient(client)).catch((error) => {
      log?.error(error, 'Database fail-over not handled yet; nothing is dialled until it is')
    })
}

/** As the pool wants it. */
function asVerify(check: (client: pg.PoolClient) => Promise<void>) {
  return (client: pg.PoolClient, done: (error?: Error) => void): void => void check(client).then(() => done())
}

/**
 * Cuts a connection on which nothing was received or sent for this long. The statement timeout is the server's: when the network
 * fails silently, nobody would notice for a quarter of an hour. pg's own `query_timeout` fails the query alone and hands
 * the dead connection to the next one; cut, it fails everything on it at once and leaves the pool.
 */
function cutWhenSilent({ connection: { stream } }: pg.PoolClient, silentMs: number): void {
  if (!isTimed(stream)) return
  stream.setTimeout(silentMs, () => stream.destroy(new Error(`The database was silent for ${silentMs} ms`)))
}

/** A socket, with or without TLS. */
const isTimed = (stream: Duplex): stream is Duplex & Pick<Socket, 'setTimeout'> => 'setTimeout' in stream

/** Takes leave of the server, and does not wait long for one that is out of reach. */
export async function endConnection(client: pg.Client): Promise<void> {
  const { stream } = (client as pg.Client & Pick<pg.PoolClient, 'connection'>).connection
  const timer = setTimeout(() => stream.destroy(), ANSWER_MARGIN_MS)
  await client.end().catch(() => {})
  clearTimeout(timer)
}
