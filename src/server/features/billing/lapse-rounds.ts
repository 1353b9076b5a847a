import { type Rounds, walkRounds } from '#server/platform/rounds.ts'
import { type LapseDeps, walkLapses } from './lapse-round.ts'

const EVERY_MS = 60_000

/** Looks after trials and payments that run out, at the start and every minute from then on; one round at a time. */
export function startLapseRounds(deps: LapseDeps): Rounds {
  return walkRounds(
    { ...deps, everyMs: EVERY_MS, trouble: 'Trials and payments that run out were not looked after' },
    (isStopped) => walkLapses(deps, isStopped),
  )
}
