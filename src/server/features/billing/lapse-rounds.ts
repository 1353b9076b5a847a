import { type Rounds, repeatRound } from '#server/platform/repeat-round.ts'
import { type LapseDeps, walkLapses } from './lapse-round.ts'

/** Looks after trials and payments that run out, at the start and every minute from then on. */
export function startLapseRounds(deps: LapseDeps): Rounds {
  return repeatRound({
    clock: deps.clock,
    log: deps.log,
    failed: 'Trials and payments that run out were not looked after',
    round: (isStopped) => walkLapses(deps, isStopped),
  })
}
