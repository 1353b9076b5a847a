import type { Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export interface WebhooksTable {
  id: Generated<number>
  name: string
  url: string
  description: string | null
  events: string[]
  secret: string | null
  active: Generated<boolean>
  failingSince: Date | null
  switchedOff: string | null
  createdAt: CreatedAt
  updatedAt: Generated<Date>
  sealedWith: string | null
}

export interface WebhookDeliveriesTable {
  id: Generated<number>
  webhookId: number
  eventId: number | null
  event: string
  messageId: string
  body: string
  state: Generated<'queued' | 'delivered' | 'given_up'>
  tries: Generated<number>
  nextAt: Date | null
  claimedUntil: Date | null
  failures: Generated<number>
  createdAt: CreatedAt
  endedAt: Date | null
  reason: string | null
  byHandAt: Date | null
  sealedWith: string | null
}

export interface WebhookTriesTable {
  id: Generated<number>
  deliveryId: number
  triedAt: Date
  byHand: Generated<boolean>
  status: number | null
  error: string | null
  durationMs: number
}
