// npm run admin -- <username>: makes an existing account an admin.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { makeAdmin } from '#server/features/accounts/public.ts'
import { openDatabase } from '#server/platform/database.ts'
import { reachableDataDir, runningPostgresUrl } from '#server/platform/embedded-postgres.ts'
import { readEnv } from '#server/platform/env.ts'

const settings = join(import.meta.dirname, '../.env')
if (existsSync(settings)) process.loadEnvFile(settings)

async function run(username: string | undefined): Promise<string> {
  if (!username) throw new Error('Say whom: npm run admin -- <username>')
  const env = readEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  const url = env.DATABASE_URL ?? (await runningPostgresUrl(await reachableDataDir(env.DATA_DIR, log)))
  if (!url) throw new Error('Cooee is not running here. Start it with npm start, or set DATABASE_URL.')
  const db = openDatabase(url, { poolSize: 1, applicationName: 'cooee admin' })
  try {
    const name = await makeAdmin(db, username)
    if (name === null) throw new Error(`Nobody is called ${username}. Register first, then try again.`)
    return `${name} is an admin now.`
  } finally {
    await db.destroy()
  }
}

try {
  console.log(await run(process.argv[2]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
