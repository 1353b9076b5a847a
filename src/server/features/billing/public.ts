export { type LapseDeps, walkLapses } from './lapse-round.ts'
export { startLapseRounds } from './lapse-rounds.ts'
export { type PlanLimits, planLimits } from './limits.ts'
export { liftSuspension } from './suspension.ts'
