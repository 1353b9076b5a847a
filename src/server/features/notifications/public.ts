export type { Notice, Tell } from './notice.ts'
export { notificationRoutes } from './routes.ts'
export { claimSummary, notificationSettingsOf } from './settings-of.ts'
export { type NewsForHolder, tellHolder } from './tell-holder.ts'
