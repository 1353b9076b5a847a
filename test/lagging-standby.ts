import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A copy of a database as of now, which takes its place later: what is written meanwhile is lost, as with an asynchronous standby. */
export interface LaggingStandby {
  /** Cuts every connection and goes on from the copy, on a timeline that is not the one it was written on. */
  promote(): Promise<void>
}

/** Cuts the connections of the database at `url` for the moment of the copy. */
export async function laggingStandby(url: string): Promise<LaggingStandby> {
  const name = new URL(url).pathname.slice(1)
  const copy = `${name}_${randomBytes(3).toString('hex')}`
  await on(url, 'postgres', `alter database ${name} allow_connections false`, cutOff(name))
  await on(url, 'postgres', `create database ${copy} template ${name}`, `alter database ${name} allow_connections true`)
  return {
    async promote() {
      // PostgreSQL counts up from 1: the copy says that it was written on the one before this server's.
      await on(url, copy, `update dial_fence set timeline = '00000000'`)
      await on(url, 'postgres', `drop database ${name} with (force)`, cutOff(copy))
      await on(url, 'postgres', `alter database ${copy} rename to ${name}`)
    },
  }
}

const cutOff = (name: string) =>
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`

async function on(url: string, database: string, ...statements: string[]): Promise<void> {
  const address = new URL(url)
  address.pathname = `/${database}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
