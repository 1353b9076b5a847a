import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '#server/platform/database/database.ts'

/** An empty database on the server of this run, as an operator gives it to Cooee: of a role that may do nothing else, or of a superuser. */
export interface OperatorsDatabase {
  /** For DATABASE_URL. */
  url: string
  /** Queries its content, without counting as a running Cooee. */
  query<Found>(work: (db: Db) => Promise<Found>): Promise<Found>
  close(): Promise<void>
}

export async function operatorsDatabase({ isSuperuser = false } = {}): Promise<OperatorsDatabase> {
  const server = inject('templateDatabaseUrl')
  const name = `operators_${randomBytes(6).toString('hex')}`
  await asSuperuser([
    `create role ${name} login password '${name}' ${isSuperuser ? 'superuser' : 'nosuperuser'} nocreatedb nocreaterole`,
    `create database ${name} owner ${name}`,
  ])
  const url = new URL(server)
  Object.assign(url, { username: name, password: name, pathname: `/${name}` })
  return {
    url: url.href,
    async query(work) {
      const db = openDatabase(url.href, { poolSize: 2, applicationName: 'a query' })
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
    close: () => asSuperuser([`drop database ${name} with (force)`, `drop role ${name}`]),
  }
}

/** Runs statements on the server of this run that only its owner may. */
export async function asSuperuser(statements: readonly string[]): Promise<void> {
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
