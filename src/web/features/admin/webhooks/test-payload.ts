import type { Webhook } from '#contract/admin/webhooks.ts'

/** What a test sends unless something else is typed; opened from a webhook it says which. */
export function testPayload(now: Date, webhook?: Pick<Webhook, 'id' | 'name'>): string {
  const data = {
    message: 'This is a test',
    ...(webhook && { webhook_id: webhook.id, webhook_name: webhook.name }),
  }
  return JSON.stringify({ event: 'test.event', timestamp: now.toISOString(), data }, null, 2)
}
