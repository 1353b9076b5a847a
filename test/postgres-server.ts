import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database on the server of this run; `testDatabase()` copies it. */
    templateDatabaseUrl: string
  }
}

/** Several whole products at a time, each with its pools. */
const MANY = 300

/** Vitest's global setup: one PostgreSQL for the whole run, its database migrated and ready for jobs. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooee-test-'))
  const endWatch = removeWhenWeDie(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), maxConnections: MANY })
  await migrate(server.url, { directory: join(import.meta.dirname, '../migrations') })
  const boss = new PgBoss({ connectionString: server.url, schema: 'pgboss', supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  project.provide('templateDatabaseUrl', server.url)
  return async () => {
    await server.stop()
    endWatch()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The server outlives us by design, so a run that is killed needs somebody who notices: a shell that waits for our end. */
function removeWhenWeDie(dataDir: string): () => void {
  if (process.platform === 'win32') return () => {}
  const script = `
    cat >/dev/null
    pid=$(head -n 1 "$0/postgres/postmaster.pid" 2>/dev/null) || exit 0
    kill -INT "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    rm -rf "$0"`
  const watcher = spawn('/bin/sh', ['-c', script, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.unref()
  return () => watcher.kill()
}
