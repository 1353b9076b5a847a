import pino from 'pino'
import { type EmbeddedPostgres, reachableDataDir, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { readEnv } from './platform/env.ts'
import { migrate } from './platform/migrate.ts'

// What `npm start` runs: the embedded PostgreSQL, unless DATABASE_URL names another one, brought up to date.
const env = readEnv(process.env)
const log = pino({ level: env.LOG_LEVEL })
const directory = `${import.meta.dirname}/../../migrations`

let server: EmbeddedPostgres | undefined
// Listened for from the beginning: a Ctrl-C during the migrations must not leave the database running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await server?.stop()
    process.exit()
  })
}

server = env.DATABASE_URL
  ? undefined
  : await startEmbeddedPostgres({ dataDir: await reachableDataDir(env.DATA_DIR, log), log })
await migrate(env.DATABASE_URL ?? server?.url ?? '', { directory, log })
log.info('The database is ready')
