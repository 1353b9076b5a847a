export { deleteAccounts } from './delete-accounts.ts'
export { deleteOldWords } from './delete-old-words.ts'
export { accountDataRoutes } from './routes.ts'
