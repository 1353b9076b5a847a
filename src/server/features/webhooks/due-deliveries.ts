/** Rows of deliveries as the due-work runner claims them: due by their own time, or because an admin requested it. */
export const DELIVERIES = { table: 'webhook_deliveries', key: 'id', orDueAt: 'by_hand_at' } as const
