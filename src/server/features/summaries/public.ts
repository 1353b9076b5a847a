export { startSummaryRounds } from './summary-rounds.ts'
