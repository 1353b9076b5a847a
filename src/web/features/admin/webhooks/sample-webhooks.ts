import type { Webhook } from '#contract/admin/webhooks.ts'

const sample = {
  hasSecret: false,
  failingSince: null,
  switchedOff: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** Examples of webhooks, shown until the first real one exists. They exist only on the screen. */
export const SAMPLE_WEBHOOKS: readonly Webhook[] = [
  {
    ...sample,
    id: 1,
    name: 'Call Completed Notification',
    description: 'Tells the care team when a call ends',
    url: 'https://care-team.example.com/hooks/cooee/calls',
    events: ['call.completed', 'call.failed'],
    active: true,
  },
  {
    ...sample,
    id: 2,
    name: 'Subscription Updated',
    description: 'Keeps the billing system in step',
    url: 'https://billing.example.com/webhooks/subscriptions',
    events: ['subscription.updated'],
    active: true,
  },
  {
    ...sample,
    id: 3,
    name: 'Invoice Paid',
    description: 'Sends a receipt to accounts',
    url: 'https://accounts.example.com/webhooks/invoices',
    events: ['invoice.paid'],
    active: false,
  },
]
