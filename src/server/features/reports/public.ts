export { type ReportDeps, readReport } from './read-report.ts'
export { reportRoutes } from './routes.ts'
