import { type Clock, isTrusted } from '../clock/clock.ts'
import type { Logger } from '../health/logger.ts'

/** Something that is done again and again until it is stopped. */
export interface Rounds {
  /** Begins no further round and waits for the one under way. */
  stop(): Promise<void>
}

export const EVERY_MINUTE_MS = 60_000

/**
 * Walks a round now and every so often from then on, one at a time: where one takes longer than the pause, the next begins
 * at the tick after its end. A round that fails is logged as `failed`, and the next one begins as if nothing had been.
 * `isStopped` lets a long round end early. While the clock cannot be trusted none is walked: what is due is for workers
 * whose clock is right. There is no leader, every worker walks: a round claims what it does.
 */
export function repeatRound({
  everyMs = EVERY_MINUTE_MS,
  clock,
  log,
  failed,
  round,
}: {
  everyMs?: number
  clock: Clock
  log: Pick<Logger, 'error'>
  failed: string
  round(isStopped: () => boolean): Promise<unknown>
}): Rounds {
  let isStopped = false
  let walking: Promise<unknown> | null = null
  const walk = (): void => {
    if (!isTrusted(clock)) return
    walking ??= round(() => isStopped)
      .catch((error) => log.error({ err: error }, failed))
      .finally(() => {
        walking = null
      })
  }
  walk()
  const timer = setInterval(walk, everyMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await walking
    },
  }
}
