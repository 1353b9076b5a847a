import { type Rounds, repeatRound } from '#server/platform/repeat-round.ts'
import { type SummaryDeps, sendSummaries } from './send-summaries.ts'

/** Looks for due summaries at the start and every minute from then on. */
export function startSummaryRounds(deps: SummaryDeps): Rounds {
  return repeatRound({
    clock: deps.clock,
    log: deps.log,
    failed: 'Summaries were not looked for',
    round: () => sendSummaries(deps),
  })
}
