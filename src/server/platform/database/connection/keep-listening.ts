import pg from 'pg'
import type { Logger } from '../../health/logger.ts'
import { CONNECTION_SETTINGS, endConnection } from '../database.ts'
import { DatabaseClient } from './database-client.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A connection on which nothing comes may be one that nothing comes through any more. */
const LISTEN_TIMEOUTS = { askEveryMs: 15_000, answerWithinMs: 10_000 }

/** How soon a connection that went dark is noticed. */
export type ListenTimeouts = typeof LISTEN_TIMEOUTS

/** LISTEN on a connection of its own, kept for as long as the process runs. */
export interface Listening {
  /** Resolves once it listens for the first time: no later notification is missed. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Listens to `channel`. A connection that breaks or goes dark is opened again, with growing pauses; `onListening` is called after each
 * LISTEN, so that what was missed meanwhile can be read. The client keeps its error listener for life: a pooler in between sends a
 * second error for one lost connection, and an error that nobody listens to ends the process.
 */
export function keepListening({
  url,
  channel,
  applicationName,
  onNotification,
  onListening,
  log,
  timeouts: { askEveryMs, answerWithinMs } = LISTEN_TIMEOUTS,
}: {
  url: string
  channel: string
  applicationName: string
  onNotification: (payload: string) => void
  onListening: () => void
  log: Pick<Logger, 'warn'>
  /** Left out, as suits a real network. */
  timeouts?: ListenTimeouts
}): Listening {
  let stopped = false
  let client: pg.Client | null = null
  let wake: (() => void) | undefined
  let isReady: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })

  /** Resolves when the connection is lost. */
  const listenUntilLost = async (onHearing: () => void): Promise<void> => {
    const connection = new DatabaseClient({
      ...CONNECTION_SETTINGS,
      connectionString: url,
      application_name: applicationName,
      query_timeout: answerWithinMs,
    })
    client = connection
    let isLost = false
    const lost = new Promise<void>((resolve) => {
      connection.once('end', resolve)
      connection.on('error', (error) => {
        if (!stopped && !isLost) log.warn({ err: error, channel }, 'LISTEN connection lost; reconnecting')
        isLost = true
        resolve()
      })
    })
    connection.on('notification', ({ payload }) => onNotification(payload ?? ''))
    let asking: NodeJS.Timeout | undefined
    try {
      await connection.connect()
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`)
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
    while (!stopped) {
      try {
        await listenUntilLost(() => {
          pauseMs = FIRST_PAUSE_MS
          onListening()
          isReady()
        })
      } catch (error) {
        if (!stopped) log.warn({ err: error, channel }, 'LISTEN connection not established; retrying')
      }
      if (stopped) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
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
