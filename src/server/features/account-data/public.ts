export type { DeletionDeps } from './delete-accounts.ts'
export { startDeletionRounds } from './deletion-rounds.ts'
export { startRetentionRounds } from './retention-rounds.ts'
export { accountDataRoutes } from './routes.ts'
