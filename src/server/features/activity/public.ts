export { type ActOnCall, actsOnCall } from './list-activity.ts'
export { recordActivities, recordActivity } from './record-activity.ts'
export { activityRoutes } from './routes.ts'
