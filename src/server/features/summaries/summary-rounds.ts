import { type Rounds, walkRounds } from '#server/platform/rounds.ts'
import { type SummaryDeps, sendSummaries } from './send-summaries.ts'

const EVERY_MS = 60_000

/** Looks for due summaries at the start and every minute from then on; one round at a time. */
export function startSummaryRounds(deps: SummaryDeps): Rounds {
  return walkRounds({ ...deps, everyMs: EVERY_MS, trouble: 'Summaries were not looked for' }, () => sendSummaries(deps))
}
