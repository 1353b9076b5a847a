import type { Generated } from 'kysely'
import type { PlanNoticeKind } from '#core/plans/notices.ts'
import type { AddOnId } from '#core/plans/prices.ts'
import type { CreatedAt } from './created-at.ts'

export interface SubscriptionsTable {
  accountId: number
  customerId: string | null
  /** The address that the card provider was given last; null where it is to be given again. */
  payerEmail: string | null
  subscriptionId: string | null
  status: 'active' | 'past_due' | 'ended' | null
  addOns: Generated<AddOnId[]>
  monthlyCents: Generated<number>
  periodStart: Date | null
  periodEnd: Date | null
  cancelsAt: Date | null
  unpaidSince: Date | null
  endedAt: Date | null
  syncNumber: Generated<number>
  writtenSyncNumber: Generated<number>
  polledAt: Date | null
  checkoutStartedAt: Date | null
  chargingStoppedAt: Date | null
  uncoveredUntil: Date | null
}

export interface PaymentEventsTable {
  eventId: string
  eventType: string
  customerId: string | null
  receivedAt: CreatedAt
}

export interface PaidInvoicesTable {
  invoiceId: string
  accountId: number
  amountCents: number
  paidAt: Date
}

export interface RemovedCallsTable {
  accountId: number
  startedAt: Date
}

export interface RemovedCallCountsTable {
  accountId: number
  completed: number
  removedAt: Generated<Date>
}

export interface PlanNoticesTable {
  accountId: number
  kind: PlanNoticeKind
  about: Date
  notifiedAt: Date
  /** The messages that tell it; none where the account holder wants none. */
  messageIds: Generated<number[]>
}
