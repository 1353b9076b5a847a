// npm run admin -- <username>: makes an existing account an admin.
// npm run admin -- --remove-second-factor <username>: for who has lost the authenticator app and the recovery codes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { makeAdmin, removeSecondFactor } from '#server/features/accounts/public.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { reachableDataDir, runningPostgresUrl } from '#server/platform/database/embedded-postgres.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'

const settings = join(projectRoot(), '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

const REMOVE = '--remove-second-factor'
/** A message without a job is found by the next worker that polls. */
const noJobs: Jobs = { send: async () => {}, sendAll: async () => {} }

async function run(words: readonly string[]): Promise<string> {
  const username = words.find((word) => !word.startsWith('--'))
  const unknown = words.find((word) => word.startsWith('--') && word !== REMOVE)
  if (unknown || !username) throw new Error(`Say whom: npm run admin -- [${REMOVE}] <username>`)
  const env = readEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  const url =
    env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await runningPostgresUrl(await reachableDataDir(env.DATA_DIR, log)))
  if (!url) throw new Error('Cooee is not running here. Start it with npm start, or set DATABASE_URL.')
  const db = openDatabase(url, { poolSize: 1, applicationName: 'cooee admin' })
  try {
    if (words.includes(REMOVE)) return await remove(db, username)
    const name = await makeAdmin(db, username)
    if (name === null) throw new Error(`Nobody is called ${username}. Register first, then try again.`)
    return `${name} is an admin now.`
  } finally {
    await db.destroy()
  }
}

async function remove(db: Db, username: string): Promise<string> {
  const outcome = await removeSecondFactor({ db, jobs: noJobs }, username)
  switch (outcome.kind) {
    case 'nobody':
      throw new Error(`Nobody is called ${username}.`)
    case 'had_none':
      return `${outcome.username} signs in without an authenticator app already.`
    case 'removed':
      return `${outcome.username} signs in with the password only now, and is told by mail.`
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
