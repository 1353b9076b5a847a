export type { Notice, Notify } from './notice.ts'
export { type NewsForHolder, notifyAccountHolder } from './notify-account-holder.ts'
export { notificationRoutes } from './routes.ts'
export { claimSummary, notificationSettingsOf } from './settings-of.ts'
