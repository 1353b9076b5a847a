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
 * Fastify and pg alone: each route sends the same statements and answers with the rows of the last one. No session, no
 * schemas, no response filter, no security headers. Under `/prepared` each connection keeps the
 * statements parsed and planned, as Cooee's do; elsewhere each is sent whole, as pg does by default.
 */
export async function startBareRoutes(pool: pg.Pool, routes: readonly BareRoute[]) {
  const app = Fastify()
  for (const { method, path, statements } of routes) {
    for (const isPrepared of [false, true]) {
      app.route({
        method,
        url: isPrepared ? `/prepared${path}` : path,
        async handler() {
          const client = await pool.connect()
          try {
            let rows: unknown[] = []
            for (const { text, values } of statements) {
              const name = isPrepared ? createHash('sha256').update(text).digest('hex').slice(0, 32) : undefined
              rows = (await client.query({ text, values, ...(name && { name }) })).rows
            }
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
