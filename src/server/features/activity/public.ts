export { type ActOnCall, actsOnCall, keepNames } from './list-activity.ts'
export { isShared, recordActivities, recordActivity } from './record-activity.ts'
export { activityRoutes } from './routes.ts'
