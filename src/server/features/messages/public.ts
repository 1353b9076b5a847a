export { type DeliveryDeps, deliverMessageHandler } from './deliver-message.ts'
export { enqueueMessage, type NewMessage } from './enqueue-message.ts'
export { deliverMessageJob } from './jobs.ts'
export { outboxRoutes } from './outbox-routes.ts'
