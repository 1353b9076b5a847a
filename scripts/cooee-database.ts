import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describeDatabase } from '#server/platform/database/connection/database-url.ts'
import {
  reachableDataDir,
  runningPostgresUrl,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded-postgres.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'

/**
 * Does the work on Cooee's database: DATABASE_URL, else the embedded one, which is started for the time where it does not
 * run. With `alone` nobody else may be running on it.
 */
export async function withCooeeDatabase<Result>(
  { alone, creates }: { alone: boolean; creates: boolean },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const settings = join(projectRoot(), '.env')
  if (existsSync(settings)) process.loadEnvFile(settings)
  const env = readEnv(process.env)
  if (env.DATABASE_URL) {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
    console.error(`The database is ${describeDatabase(url)}.`)
    return work(url)
  }
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  const dataDir = await reachableDataDir(env.DATA_DIR, log)
  refuseForeignFolder(dataDir)
  const running = alone ? undefined : await runningPostgresUrl(dataDir)
  console.error(`The database is the embedded one in ${dataDir}.`)
  if (running) return work(running)
  if (!creates && !existsSync(join(dataDir, 'postgres-access.json'))) {
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to where Cooee keeps its own.`)
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const interrupted = () => void postgres.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** What root leaves in the folder of a service, the service could not read. */
function refuseForeignFolder(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid } = statSync(dataDir)
  if (uid === 0 || uid === NOBODY) return
  throw new Error(
    `${dataDir} belongs to the user with the id ${uid}: run this as them, with sudo -u '#${uid}' in front.`,
  )
}

/** Whom the embedded PostgreSQL runs as where root starts Cooee. */
const NOBODY = 65534

/** Where a file is that was named on the command line: npm runs its scripts in another folder than it was called in. */
export const calledIn = (): string => process.env.INIT_CWD ?? process.cwd()
