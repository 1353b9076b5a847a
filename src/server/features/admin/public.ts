export type { AdminDeps } from './deps.ts'
export { forgetOldTestCalls } from './list-test-calls.ts'
export { adminRoutes } from './routes.ts'
export { testCallFacts } from './test-call-facts.ts'
