import { type Rounds, repeatRound } from '#server/platform/repeat-round.ts'
import { forgetOldWords, type RetentionDeps } from './forget-old-words.ts'

const HOUR_MS = 3_600_000

/** Deletes what has been kept long enough, every hour. Any number of workers may. */
export function startRetentionRounds(deps: RetentionDeps): Rounds {
  return repeatRound({
    everyMs: HOUR_MS,
    clock: deps.clock,
    log: deps.log,
    failed: 'What was kept long enough was not looked for',
    round: (isStopped) => forgetOldWords(deps, isStopped),
  })
}
