import { setTimeout as pause } from 'node:timers/promises'
import { databaseFault } from './database-error.ts'

const ANSWER_WITHIN_MS = 3_000
const ASK_EVERY_MS = 1_000

/** Where the lines of an outage go. */
interface OutageLog {
  error(subject: { reason: string }, words: string): void
  warn(words: string): void
}

/**
 * Says once that the database is gone and once that it is back. Everything that uses it fails meanwhile, some of it every second: those
 * lines say nothing more, and are left out.
 */
export interface DatabaseOutage {
  /** From now on `reach` says whether the database answers: it throws, or does not resolve, where it does not. */
  watch(reach: () => Promise<unknown>, log: OutageLog): void
  /**
   * Whether a line about `error` is held until it is known what is wrong: then it is left out where the database is gone, and else
   * written by `write`. A mail server that refuses its connection fails like a database that does.
   */
  holds(error: unknown, write: () => void): boolean
}

export function databaseOutage(): DatabaseOutage {
  let reach: (() => Promise<unknown>) | null = null
  let log: OutageLog | null = null
  let held: (() => void)[] = []
  let state: 'up' | 'asking' | 'down' = 'up'

  const answers = async (): Promise<boolean> => {
    const silence = pause(ANSWER_WITHIN_MS, false, { ref: false })
    const answer = reach?.().then(
      () => true,
      () => false,
    )
    return Promise.race([answer ?? false, silence])
  }
  const ask = async (error: unknown): Promise<void> => {
    state = 'asking'
    const isUp = await answers()
    const lines = held
    held = []
    if (isUp) {
      state = 'up'
      for (const write of lines) write()
      return
    }
    state = 'down'
    const since = performance.now()
    // Not as an error: a line about one that is down is what is left out.
    log?.error({ reason: error instanceof Error ? error.message : String(error) }, 'Database not reachable; retrying')
    do await pause(ASK_EVERY_MS, undefined, { ref: false })
    while (!(await answers()))
    state = 'up'
    log?.warn(`Database reachable again after ${Math.round((performance.now() - since) / 1000)} s`)
  }
  return {
    watch(nextReach, nextLog) {
      reach = nextReach
      log = nextLog
    },
    holds(error, write) {
      if (!reach || databaseFault(error) !== 'down') return false
      if (state === 'down') return true
      held.push(write)
      if (state === 'up') void ask(error)
      return true
    },
  }
}
