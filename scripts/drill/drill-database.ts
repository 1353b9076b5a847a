import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'

const MIGRATIONS = join(projectRoot(), 'migrations')
/** Ids of the drill's calls begin far from those of a Cooee that uses the same address: a late callback for one never matches the other. */
const FIRST_ID = 1_000_000_000
const IDS = 1_000_000_000

/** A database of its own. */
export interface DrillDatabase {
  url: string
  dataDir: string
  /** Removes whatever was made for it. A database that was given stays, with what the drill has left in it. */
  close(): Promise<void>
}

/**
 * The database to drill on: a throw-away one, or the one at `given`, which must hold no accounts. DATABASE_URL is not
 * read: it is where real people are. Throws one plain sentence.
 */
export async function drillDatabase(given: string | undefined): Promise<DrillDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooee-drill-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    if (given !== undefined) {
      await refuseUsed(given)
      await prepare(given)
      return { url: given, dataDir, close: remove }
    }
    const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
    const close = async () => {
      await server.stop()
      await remove()
    }
    try {
      await prepare(server.url)
    } catch (error) {
      await close()
      throw error
    }
    return { url: server.url, dataDir, close }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Asked before anything is migrated: a database that is used is not even brought up to date. */
async function refuseUsed(url: string): Promise<void> {
  const isUsed = await withClient(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('accounts') is not null as there`)
    return rows[0]?.there ? (await client.query('select from accounts limit 1')).rowCount === 1 : false
  })
  if (isUsed) throw new Error('That database holds accounts. A drill needs one of its own: give an empty one, or none.')
}

async function prepare(url: string): Promise<void> {
  await migrate(url, { directory: MIGRATIONS })
  const first = FIRST_ID + Math.floor(Math.random() * IDS)
  await withClient(url, (client) => client.query(`select setval(pg_get_serial_sequence('attempts', 'id'), ${first})`))
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
