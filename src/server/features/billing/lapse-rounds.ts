import { type LapseDeps, walkLapses } from './lapse-round.ts'

const EVERY_MS = 60_000

/** Looks after trials and payments that run out, at the start and every minute from then on; one round at a time. */
export function startLapseRounds(deps: LapseDeps): { stop(): Promise<void> } {
  let stopped = false
  let round: Promise<unknown> = Promise.resolve()
  const begin = (): void => {
    round = round
      .then(() => walkLapses(deps, () => stopped))
      .catch((error) => deps.log.error({ err: error }, 'Trials and payments that run out were not looked after'))
  }
  begin()
  const timer = setInterval(begin, EVERY_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}
