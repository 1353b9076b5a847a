import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, isClockInSync } from '../clock/clock.ts'
import type { Logger } from '../health/logger.ts'

/** What is polled: work that is due on the promise's own clock. */
export interface PollLoop {
  /** For the log and for mails: "take the steps of incidents". */
  readonly name: string
  /** Claims and does what is due; `isStopped` lets a long one end early. */
  poll(isStopped: () => boolean): Promise<unknown>
}

/** Loops that belong together. */
export interface PollLoopSet {
  readonly loops: readonly PollLoop[]
  /** Called once they have stopped: waits for what they have begun. */
  stop(): Promise<void>
}

/** Something that is done again and again until it is stopped. */
export interface PollLoops {
  /**
   * Begins no further poll and waits for the one under way, three seconds at most: what it has claimed is due again when
   * its lease ends, and a mail server that hangs must not use up the time in which the process stops in good order.
   */
  stop(): Promise<void>
}

interface PollLoopDeps {
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Lets a person know that this loop fails each time. Notifying twice must not matter; where it fails it is called again. */
  onStuck(name: string): Promise<unknown>
}

const EVERY_MS = 1_000
const STOP_WAIT_MS = 3_000
/** After how long of failures only a loop is reported. */
const STUCK_AFTER_MS = 5 * 60_000

/**
 * Polls now and, from some moment of the next second on, every second, one poll at a time: where one takes longer than a second, the next begins at
 * the tick after its end. A poll that fails is logged and the next one runs as usual; `onStuck` is called every few
 * minutes for as long as each fails. While the clock cannot be trusted nothing is polled: due work is left to workers
 * whose clock is right. There is no leader: every worker polls, and a poll claims what it does.
 */
export function runPollLoop({
  everyMs = EVERY_MS,
  stopWaitMs = STOP_WAIT_MS,
  clock,
  log,
  loop,
  onStuck,
}: PollLoopDeps & { everyMs?: number; stopWaitMs?: number; loop: PollLoop }): PollLoops {
  let isStopped = false
  let failingSince: number | null = null
  let polling: Promise<unknown> | null = null
  const noteFailure = async (err: unknown): Promise<void> => {
    log.error({ err, loop: loop.name }, 'Poll loop failed; repeating in a second')
    const now = clock.now().getTime()
    failingSince ??= now
    if (now - failingSince < STUCK_AFTER_MS) return
    await onStuck(loop.name)
    failingSince = now
  }
  const poll = (): void => {
    if (!isClockInSync(clock)) return
    polling ??= loop
      .poll(() => isStopped)
      .then(() => {
        failingSince = null
      }, noteFailure)
      .catch((err) => log.error({ err, loop: loop.name }, 'Stuck poll loop not reported; retrying'))
      .finally(() => {
        polling = null
      })
  }
  poll()
  // Loops that are started together would otherwise poll at the same instants, and each would need a connection of its own.
  let timer = setTimeout(() => {
    poll()
    timer = setInterval(poll, everyMs)
  }, Math.random() * everyMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.race([polling, pause(stopWaitMs, undefined, { ref: false })])
    },
  }
}

/** Runs loops that do not wait for each other. */
export function runPollLoops(deps: PollLoopDeps, { loops, stop }: PollLoopSet): PollLoops {
  const repeated = loops.map((loop) => runPollLoop({ ...deps, loop }))
  return {
    async stop() {
      await Promise.all(repeated.map((each) => each.stop()))
      await stop()
    },
  }
}
