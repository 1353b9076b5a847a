import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { makeFolderInMemory } from '../folder-in-memory.ts'
import { removeWhenWeDie } from '../remove-when-we-die.ts'
import { forgoSafety } from './forgo-safety.ts'

/** A PostgreSQL for one run of the simulation at a time. */
export interface SoakServer {
  /** A migrated database to copy. */
  templateUrl: string
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL that nothing else uses. Transactions in another database of the same server decide when old versions
 * of rows are removed, and with that the order in which rows come that no statement orders: a seed would not repeat.
 */
export async function startSoakServer(): Promise<SoakServer> {
  const dataDir = await makeFolderInMemory('cooee-soak-')
  const endWatch = removeWhenWeDie(dataDir)
  // PostgreSQL runs as another user where we are root.
  const socketDirectory = join(dataDir, 'socket')
  await mkdir(socketDirectory)
  await chmod(socketDirectory, 0o777)
  const settings = { dataDir, log: pino({ level: 'warn' }), maxConnections: 200, socketDirectory }
  const { url: networkUrl, stop } = await startEmbeddedPostgres(settings)
  // A statement by the network costs a fifth more.
  const url = `${networkUrl}?host=${socketDirectory}`
  await migrate(url, { directory: join(import.meta.dirname, '../../migrations') })
  await forgoSafety(url)
  return {
    templateUrl: url,
    async stop() {
      await stop()
      endWatch()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
