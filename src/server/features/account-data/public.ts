export { deleteAccounts } from './delete-accounts.ts'
export { deleteOldCalls } from './delete-old-calls.ts'
export { deleteOldWords } from './delete-old-words.ts'
export { accountDataRoutes } from './routes.ts'
