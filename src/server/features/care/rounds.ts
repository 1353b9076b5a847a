import type { CareDeps } from './deps.ts'
import type { Dispatcher } from './dispatcher.ts'
import { dialTimes } from './due-calls.ts'
import { settleAttempts } from './settle-attempts.ts'

/** Stops the rounds and waits for the one under way. */
export interface Rounds {
  stop(): Promise<void>
}

const EVERY_MS = 1_000
/** Dials of the near future are woken to the millisecond; the job engine alone looks every half second. */
const LOOK_AHEAD_MS = 2_000

/**
 * Every worker walks these rounds, with no leader: rows are claimed, so two workers never do the same. They find what
 * no job told of: calls that are due although their wake-up was lost, and attempts of which nothing was heard.
 */
export function startRounds(deps: CareDeps, dispatcher: Dispatcher): Rounds {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let alarms: NodeJS.Timeout[] = []
  let walking: Promise<void> = Promise.resolve()

  const walk = async (): Promise<void> => {
    try {
      await setAlarms()
      while ((await settleAttempts(deps)) > 0 && !stopped);
    } catch (error) {
      deps.log.error({ err: error }, 'A round could not be finished')
    }
    if (!stopped) timer = setTimeout(begin, EVERY_MS)
  }
  const setAlarms = async (): Promise<void> => {
    const until = new Date(deps.clock.now().getTime() + LOOK_AHEAD_MS)
    const times = await dialTimes(deps.db, until)
    const now = deps.clock.now().getTime()
    for (const alarm of alarms) clearTimeout(alarm)
    alarms = times.map((time) => setTimeout(() => dispatcher.wake(), Math.max(0, time.getTime() - now)))
  }
  const begin = (): void => {
    walking = walk()
  }
  begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await walking
      for (const alarm of alarms) clearTimeout(alarm)
    },
  }
}
