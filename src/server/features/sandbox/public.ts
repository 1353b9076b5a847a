export { sandboxRoutes } from './routes.ts'
export { sandboxRunningRoute } from './running-route.ts'
export type { SandboxPhones } from './sandbox-phones.ts'
