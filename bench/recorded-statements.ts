import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** Runs an operation of the product and returns the statements it sent to the database, in order, begin and commit too. */
export async function recordStatements(pool: pg.Pool, operation: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const recording: PostgresPool = {
    options: {},
    async connect() {
      const client = await pool.connect()
      const recorded = {
        query(text: string, values: readonly unknown[] = []) {
          statements.push({ text, values: [...values] })
          return client.query(text, [...values])
        },
        release: () => client.release(),
      }
      return recorded as unknown as PostgresPoolClient
    },
    end: async () => {},
  }
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: recording }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  await operation(db)
  await db.destroy()
  return statements
}
