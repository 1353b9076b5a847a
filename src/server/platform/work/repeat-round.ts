import { type Clock, isTrusted } from '../clock/clock.ts'
import type { Logger } from '../health/logger.ts'

/** What is looked for again and again: what is due on the promise's own clock. */
export interface Round {
  /** For the log and for mails: "take the steps of incidents". */
  readonly name: string
  /** Claims and does what is due; `isStopped` lets a long one end early. */
  walk(isStopped: () => boolean): Promise<unknown>
}

/** Rounds that belong together. */
export interface RoundSet {
  readonly rounds: readonly Round[]
  /** Called once they have stopped: waits for what they have begun. */
  stop(): Promise<void>
}

/** Something that is done again and again until it is stopped. */
export interface Rounds {
  /** Begins no further round and waits for the one under way. */
  stop(): Promise<void>
}

interface RoundDeps {
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Lets a person know that this round fails each time. Notifying twice must not matter; where it fails it is called again. */
  onStuck(name: string): Promise<unknown>
}

const EVERY_MS = 1_000
/** A round that has failed for so long without going well once is reported. */
const STUCK_AFTER_MS = 5 * 60_000

/**
 * Walks a round now and every second from then on, one at a time: where one takes longer than the pause, the next begins
 * at the tick after its end. A round that fails is logged, and the next one begins as if nothing had been; `onStuck` is called every few
 * minutes for as long as each fails. While the clock cannot be trusted none is walked: what is due is for workers
 * whose clock is right. There is no leader, every worker walks: a round claims what it does.
 */
export function repeatRound({
  everyMs = EVERY_MS,
  clock,
  log,
  round,
  onStuck,
}: RoundDeps & { everyMs?: number; round: Round }): Rounds {
  let isStopped = false
  let failingSince: number | null = null
  let walking: Promise<unknown> | null = null
  const noteFailure = async (err: unknown): Promise<void> => {
    log.error({ err, round: round.name }, 'A round could not be finished')
    const now = clock.now().getTime()
    failingSince ??= now
    if (now - failingSince < STUCK_AFTER_MS) return
    await onStuck(round.name)
    failingSince = now
  }
  const walk = (): void => {
    if (!isTrusted(clock)) return
    walking ??= round
      .walk(() => isStopped)
      .then(() => {
        failingSince = null
      }, noteFailure)
      .catch((err) => log.error({ err, round: round.name }, 'That a round is stuck could not be reported'))
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

/** Walks rounds that do not wait for each other. */
export function repeatRounds(deps: RoundDeps, { rounds, stop }: RoundSet): Rounds {
  const repeated = rounds.map((round) => repeatRound({ ...deps, round }))
  return {
    async stop() {
      await Promise.all(repeated.map((each) => each.stop()))
      await stop()
    },
  }
}
