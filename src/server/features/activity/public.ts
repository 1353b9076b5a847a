export { type NewActivity, recordActivity } from './record-activity.ts'
export { activityRoutes } from './routes.ts'
