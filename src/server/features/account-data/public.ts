export { deleteAccounts } from './delete-accounts.ts'
export { forgetOldWords } from './forget-old-words.ts'
export { accountDataRoutes } from './routes.ts'
