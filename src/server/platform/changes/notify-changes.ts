import { sql } from 'kysely'
import type { ChangeTopic } from '#contract/changes.ts'
import type { Db } from '../database/database.ts'
import type { Logger } from '../health/logger.ts'
import { type AccountChanges, addChanges, asNotifications } from './account-changes.ts'

/** The NOTIFY channel on which processes send each other changes. */
export const CHANNEL = 'cooee_changes'
/** A call's callbacks come in bursts; on the screen a fifth of a second is no time. */
const COLLECT_MS = 200

export interface ChangeNotifier {
  /** Queues changes that every web process receives soon. */
  notify(changes: AccountChanges): void
  /** Sends what is left; later changes are not sent. */
  stop(): Promise<void>
}

/**
 * Collects changes for a moment and sends them in one statement, outside of any transaction: a NOTIFY inside would make
 * all commits of the database wait for each other. What cannot be sent is lost; screens poll as well.
 */
export function changeNotifier(database: () => Db, log: Pick<Logger, 'warn'>): ChangeNotifier {
  let collected = new Map<number, Set<ChangeTopic>>()
  let timer: NodeJS.Timeout | undefined
  let notification: Promise<void> = Promise.resolve()
  let stopped = false

  const notifyCollected = async (): Promise<void> => {
    const texts = asNotifications(collected)
    collected = new Map()
    if (texts.length === 0) return
    try {
      await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(database())
    } catch (error) {
      log.warn({ err: error }, 'NOTIFY of changes failed; pages find them by polling')
    }
  }
  const begin = (): void => {
    timer = undefined
    // One after the other: while the database is slow, further changes are collected instead of queueing for it.
    notification = notification.then(notifyCollected)
  }
  return {
    notify(changes) {
      if (stopped) return
      addChanges(collected, changes)
      timer ??= setTimeout(begin, COLLECT_MS)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      begin()
      await notification
    },
  }
}
