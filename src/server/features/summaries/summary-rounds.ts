import { type SummaryDeps, sendSummaries } from './send-summaries.ts'

const EVERY_MS = 60_000

/** Looks for due summaries at the start and every minute from then on; one round at a time. */
export function startSummaryRounds(deps: SummaryDeps): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve()
  const walk = (): void => {
    round = round
      .then(() => sendSummaries(deps))
      .catch((error) => deps.log.error({ err: error }, 'Summaries were not looked for'))
  }
  walk()
  const timer = setInterval(walk, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
