import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

const namesByText = new Map<string, string>()

/** From now on every connection keeps this statement parsed and planned instead of being told it anew each time. */
export function prepareStatement(text: string): void {
  // PostgreSQL cuts names at 63 bytes; two statements must never share one.
  namesByText.set(text, `cooee_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
}

/** The name under which connections keep a statement; undefined for one that is sent whole each time. */
export function preparedName(text: string): string | undefined {
  return namesByText.get(text)
}

/** A column changed its type, or somebody between us and the database mixes connections up. */
const KEPT_STATEMENT_IS_USELESS = new Set(['0A000', '26000'])

/**
 * Lets a connection send prepared statements by their names. Where what it keeps has become useless (a newer version has
 * migrated the database, a connection pooler hands it to others) it goes on without, for good.
 */
export function sendKnownStatementsByName(client: PoolClient): void {
  const send = client.query.bind(client)
  let keeps = true
  const sendByName = async (name: string, text: string, values: unknown[]) => {
    try {
      return await send({ name, text, values })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && KEPT_STATEMENT_IS_USELESS.has(String(error.code)))) throw error
      keeps = false
      return send(text, values)
    }
  }
  const query = (text: unknown, values?: unknown[], ...rest: unknown[]) => {
    const name = keeps && typeof text === 'string' && rest.length === 0 ? preparedName(text) : undefined
    if (name !== undefined && values) return sendByName(name, String(text), values)
    return Reflect.apply(send, client, [text, values, ...rest])
  }
  client.query = query as typeof client.query
}
