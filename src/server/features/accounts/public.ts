export { createAccount } from './register.ts'
export { type AccountsDeps, accountRoutes } from './routes.ts'
export { authenticateBySession } from './sessions.ts'
