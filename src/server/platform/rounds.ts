import { type Clock, isTrusted } from './clock.ts'
import type { Logger } from './logger.ts'

/** Stops the rounds and waits for the one under way. */
export interface Rounds {
  stop(): Promise<void>
}

/**
 * Walks a round at once and then again and again, with a pause between the end of one and the next. A round that fails
 * is logged with `trouble` and walked again. While the clock cannot be trusted nothing is walked: what is due is for
 * those whose clock is right. No leader: every worker walks, so a round claims what it does.
 */
export function walkRounds(
  {
    everyMs,
    firstAfterMs = 0,
    clock,
    log,
    trouble,
  }: { everyMs: number; firstAfterMs?: number; clock: Clock; log: Pick<Logger, 'error'>; trouble: string },
  round: (isStopped: () => boolean) => Promise<unknown>,
): Rounds {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let walking: Promise<void> = Promise.resolve()
  const walk = async (): Promise<void> => {
    try {
      if (isTrusted(clock)) await round(() => stopped)
    } catch (error) {
      log.error({ err: error }, trouble)
    }
    if (!stopped) timer = setTimeout(begin, everyMs)
  }
  const begin = (): void => {
    walking = walk()
  }
  if (firstAfterMs > 0) timer = setTimeout(begin, firstAfterMs)
  else begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await walking
    },
  }
}
