import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import type pg from 'pg'
import type { Statement } from './recorded-statements.ts'

export interface BareRoute {
  method: 'GET' | 'POST'
  path: string
  statements: readonly Statement[]
}

/**
 * Fastify and pg alone: each route sends the same statements and answers with the rows of all of them. No session, no
 * schemas, no response filter, no security headers. Under `/prepared` each connection keeps the
 * statements parsed and planned, as Cooee's do; elsewhere each is sent whole, as pg does by default.
 */
export async function startBareRoutes(pool: pg.Pool, routes: readonly BareRoute[]) {
  const app = Fastify()
  for (const { method, path, statements } of routes) {
    for (const isPrepared of [false, true]) {
      const queries = statements.map((statement) =>
        isPrepared ? { ...statement, name: nameOf(statement) } : statement,
      )
      app.route({
        method,
        url: isPrepared ? `/prepared${path}` : path,
        async handler() {
          const client = await pool.connect()
          try {
            const rows: unknown[] = []
            for (const query of queries) rows.push(...(await client.query(query)).rows)
            return rows
          } finally {
            client.release()
          }
        },
      })
    }
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, stop: () => app.close() }
}

const nameOf = ({ text }: Statement): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
