import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** An embedded PostgreSQL with its ordinary settings (fsync on), in a folder that is gone afterwards. */
export interface Cluster {
  /** A new, migrated database and its address. */
  newDatabase(): Promise<string>
  /** A copy of one that nobody is connected to, and its address. */
  copyOf(databaseUrl: string): Promise<string>
  stop(): Promise<void>
}

const migrations = join(import.meta.dirname, '../migrations')

export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooee-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  let databases = 0
  const create = async (like = 'template1') => {
    databases += 1
    const name = `bench_${databases}`
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create database ${name} template ${like}`)
    await client.end()
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    async newDatabase() {
      const url = await create()
      await migrate(url, { directory: migrations })
      return url
    },
    copyOf: (databaseUrl) => create(new URL(databaseUrl).pathname.slice(1)),
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
