import { endConnection } from '../database.ts'
import { DatabaseClient } from './database-client.ts'

const ANSWER_WITHIN_MS = 3_000

/**
 * Asks on a connection of its own: a pool that is used up is no outage. Throws where nothing answers. Without our limits
 * for sessions: PgBouncer in transaction mode refuses a connection that asks for them.
 */
export async function reachDatabase(url: string): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'cooee-outage',
  })
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await endConnection(client)
  }
}
