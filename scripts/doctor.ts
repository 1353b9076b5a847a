// npm run doctor: checks everything Cooee depends on and reports what is wrong. Exits with 1 where something is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { examine } from '#server/doctor.ts'
import { reachableDataDir, runningPostgresUrl } from '#server/platform/database/embedded-postgres.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'

const root = projectRoot()
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

try {
  const env = readEnv(process.env)
  const dataDir = await reachableDataDir(env.DATA_DIR, pino({ level: 'silent' }))
  const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await runningPostgresUrl(dataDir)) ?? null
  const findings = await examine({ env, databaseUrl, dataDir, migrationsDirectory: join(root, 'migrations') })
  for (const { about, verdict, words } of findings) console.log(`${verdict.padEnd(7)} ${about}: ${words}`)
  if (findings.some(({ verdict }) => verdict === 'wrong')) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
