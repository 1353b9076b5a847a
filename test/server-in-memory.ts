import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeFolderInMemory } from './folder-in-memory.ts'
import { removeWhenWeDie } from './remove-when-we-die.ts'

/** A PostgreSQL that is thrown away with all its data. */
export interface ServerInMemory {
  /** A migrated database to copy. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL whose data is in memory, where there is enough of it, and migrates its database. It is reached by a
 * socket: by the network a statement costs a fifth more.
 */
export async function startServerInMemory(prefix: string, maxConnections: number): Promise<ServerInMemory> {
  const dataDir = await makeFolderInMemory(prefix)
  const endWatch = removeWhenWeDie(dataDir)
  const socketDirectory = join(dataDir, 'socket')
  await mkdir(socketDirectory)
  // Where we are root, PostgreSQL runs as another user.
  await chmod(socketDirectory, 0o777)
  const settings = { dataDir, log: pino({ level: 'warn' }), maxConnections, socketDirectory }
  const { url, stop } = await startEmbeddedPostgres(settings)
  await migrate(url, { directory: join(import.meta.dirname, '../migrations') })
  return {
    url,
    async stop() {
      await stop()
      endWatch()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
