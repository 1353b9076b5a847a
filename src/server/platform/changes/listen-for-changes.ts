import pg from 'pg'
import { CONNECTION_SETTINGS, endConnection } from '../database/database.ts'
import type { Logger } from '../health/logger.ts'
import { fromNotification } from './account-changes.ts'
import type { ChangeFeed } from './change-feed.ts'
import { CHANNEL } from './notify-changes.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A connection on which nothing comes may be one that nothing comes through any more. */
const TIMEOUTS = { askEveryMs: 15_000, answerWithinMs: 10_000 }

/** Hears what changed, in whichever process it was, and publishes it. */
export interface ChangeListener {
  /** Resolves once it listens: no later change is missed. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Listens on its own connection. When that breaks it is opened again, and every listener is asked to load everything again. */
export function listenForChanges({
  url,
  feed,
  log,
  timeouts: { askEveryMs, answerWithinMs } = TIMEOUTS,
}: {
  url: string
  feed: ChangeFeed
  log: Pick<Logger, 'warn'>
  /** How soon a connection that went dark is noticed; left out, as suits a real network. */
  timeouts?: typeof TIMEOUTS
}): ChangeListener {
  let stopped = false
  let client: pg.Client | null = null
  let wake: (() => void) | undefined
  let isReady: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })

  /** Resolves when the connection is lost. */
  const listenUntilLost = async (onHearing: () => void): Promise<void> => {
    const connection = new pg.Client({
      ...CONNECTION_SETTINGS,
      connectionString: url,
      application_name: 'cooee-changes',
      query_timeout: answerWithinMs,
    })
    client = connection
    const lost = new Promise<void>((resolve) => {
      connection.once('end', resolve)
      connection.on('error', (error) => {
        if (!stopped) log.warn({ err: error }, 'LISTEN connection lost; reconnecting')
        resolve()
      })
    })
    connection.on('notification', ({ payload }) => {
      const changes = fromNotification(payload ?? '')
      if (changes) feed.publish(changes)
    })
    let asking: NodeJS.Timeout | undefined
    try {
      await connection.connect()
      await connection.query(`listen ${CHANNEL}`)
      onHearing()
      asking = setInterval(() => {
        connection.query('select 1').catch(() => endConnection(connection))
      }, askEveryMs)
      await lost
    } finally {
      clearInterval(asking)
      client = null
      await endConnection(connection)
    }
  }

  const hear = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS
    let isFirst = true
    while (!stopped) {
      try {
        await listenUntilLost(() => {
          pauseMs = FIRST_PAUSE_MS
          if (isFirst) isReady()
          else feed.publishToAll()
          isFirst = false
        })
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'LISTEN connection not established; retrying')
      }
      if (stopped) break
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pauseMs)
      })
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    }
  }

  const hearing = hear()
  return {
    ready,
    async stop() {
      stopped = true
      wake?.()
      if (client) await endConnection(client)
      await hearing
    },
  }
}
