export { countDeliveries } from './count-deliveries.ts'
export { createDeliveryWorker, startWebhookRounds } from './delivery-worker.ts'
export type { WebhooksDeps } from './deps.ts'
export { webhookRoutes } from './routes.ts'
