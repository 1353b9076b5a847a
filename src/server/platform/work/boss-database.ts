import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { DatabaseClient } from '../database/connection/database-client.ts'
import { keepListening, type ListenTimeouts } from '../database/connection/keep-listening.ts'
import { ANSWER_MARGIN_MS, CONNECTION_SETTINGS } from '../database/database.ts'
import type { Logger } from '../health/logger.ts'

/** Callers enqueue in transactions of their own: only the engine itself uses these. */
const CONNECTIONS = 4
/** How long a start waits until jobs are announced; without it they are polled for. */
const LISTEN_WITHIN_MS = 10_000

type IDatabase = NonNullable<ConstructorOptions['db']>

export interface BossDatabase extends Required<Pick<IDatabase, 'executeSql' | 'listen'>> {
  /** Closes the pool; pg-boss closes only one of its own making. */
  close(): Promise<void>
}

/**
 * The connections of pg-boss. Its own take the error listener off a client that they give up, so that the second error which a pooler
 * sends for one lost connection (08P01 of PgBouncer after 57P01) ends the process; these keep theirs (docs/scaling.md).
 */
export function bossDatabase({
  url,
  statementTimeoutMs,
  timeouts,
  log,
}: {
  url: string
  /** A statement that takes longer fails, also when the server is out of reach. */
  statementTimeoutMs: number
  /** How soon a LISTEN connection that went dark is noticed; left out, as suits a real network. */
  timeouts?: ListenTimeouts
  log: Pick<Logger, 'warn' | 'error'>
}): BossDatabase {
  // No limit for locks: processes that start at once wait for each other.
  const pool = new pg.Pool({
    Client: DatabaseClient,
    ...CONNECTION_SETTINGS,
    connectionString: url,
    max: CONNECTIONS,
    application_name: 'cooee-jobs',
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.error(error, 'Database connection of the job engine lost; the pool opens another')
  })
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const listening = keepListening({
        url,
        channel,
        applicationName: 'cooee-jobs',
        onNotification,
        onListening: onReconnect,
        log,
        ...(timeouts && { timeouts }),
      })
      await Promise.race([listening.ready, pause(LISTEN_WITHIN_MS, undefined, { ref: false })])
      return { close: () => listening.stop() }
    },
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}
