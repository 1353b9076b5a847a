import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { type ReadReplica, readReplica } from '#server/platform/database/replica/read-replica.ts'
import type { ChangeFeed } from '../platform/changes/change-feed.ts'
import type { ServerConfig } from './server-config.ts'

/**
 * Reads screens from the database of DATABASE_READ_URL; null where none is given. What `feed` hears has changed is read
 * from the primary for a moment: a screen that loads again because of it must find it.
 */
export function screensFromReplica(
  { env, log }: Pick<ServerConfig, 'env' | 'log'>,
  { db: primary, feed }: { db: Db; feed: ChangeFeed },
): (Pick<ReadReplica, 'reads' | 'noteChanges' | 'stop'> & { feed: ChangeFeed }) | null {
  const url = env.DATABASE_READ_URL
  if (url === undefined) return null
  const db = openDatabase(url, {
    poolSize: env.DATABASE_POOL_SIZE,
    statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    applicationName: 'cooee-screens',
    log,
  })
  const replica = readReplica({ primary, replica: db, log })
  return {
    reads: replica.reads,
    noteChanges: replica.noteChanges,
    feed: {
      ...feed,
      publish(changes) {
        replica.noteChanges(changes.keys())
        feed.publish(changes)
      },
      publishToAll() {
        replica.noteAllChanged()
        feed.publishToAll()
      },
    },
    async stop() {
      await replica.stop()
      await db.destroy()
    },
  }
}
