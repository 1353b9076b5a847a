export { type DashboardDeps, dashboardRoutes } from './routes.ts'
