import { keepListening, type Listening, type ListenTimeouts } from '../database/connection/keep-listening.ts'
import type { Logger } from '../health/logger.ts'
import { fromNotification } from './account-changes.ts'
import type { ChangeFeed } from './change-feed.ts'
import { CHANNEL } from './notify-changes.ts'

/**
 * Publishes what changed, in whichever process it was. It listens on its own connection: when that breaks it is opened again, and
 * every listener is asked to load everything again. `ready` resolves once it listens: no later change is missed.
 */
export function listenForChanges({
  url,
  feed,
  log,
  timeouts,
}: {
  url: string
  feed: ChangeFeed
  log: Pick<Logger, 'warn'>
  timeouts?: ListenTimeouts
}): Listening {
  let isFirst = true
  return keepListening({
    url,
    channel: CHANNEL,
    applicationName: 'cooee-changes',
    onNotification(payload) {
      const changes = fromNotification(payload)
      if (changes) feed.publish(changes)
    },
    onListening() {
      if (!isFirst) feed.publishToAll()
      isFirst = false
    },
    log,
    ...(timeouts && { timeouts }),
  })
}
