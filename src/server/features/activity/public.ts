export { type ActOnCall, actsOnCall, keepNames, lastActors } from './list-activity.ts'
export { isShared, recordActivities, recordActivity } from './record-activity.ts'
export { activityRoutes } from './routes.ts'
