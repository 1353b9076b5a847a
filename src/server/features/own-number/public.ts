export { ownNumberRoutes } from './routes.ts'
