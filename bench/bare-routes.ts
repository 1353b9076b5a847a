import Fastify from 'fastify'
import type pg from 'pg'
import type { Statement } from './recorded-statements.ts'

export interface BareRoute {
  method: 'GET' | 'POST'
  path: string
  statements: readonly Statement[]
}

/**
 * Fastify and pg alone: each route sends the same statements and answers with the rows of the last one. No session, no
 * schemas, no response filter, no security headers.
 */
export async function startBareRoutes(pool: pg.Pool, routes: readonly BareRoute[]) {
  const app = Fastify()
  for (const { method, path, statements } of routes) {
    app.route({
      method,
      url: path,
      async handler() {
        const client = await pool.connect()
        try {
          let rows: unknown[] = []
          for (const { text, values } of statements) rows = (await client.query(text, values)).rows
          return rows
        } finally {
          client.release()
        }
      },
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, stop: () => app.close() }
}
