import type { Selectable } from 'kysely'
import type { PaidSubscription } from '#server/adapters/payments/payments.ts'
import type { SubscriptionsTable } from '#server/platform/database/schema.ts'
import type { SubscriptionState } from './changes-in-words.ts'

type Row = Selectable<SubscriptionsTable>

/** What the last read has seen; null while nobody has subscribed. */
export function stateOf(row: Row): SubscriptionState | null {
  const { subscriptionId, status, addOns, monthlyCents, periodStart, periodEnd, cancelsAt, unpaidSince, endedAt } = row
  if (!subscriptionId || !status || !periodStart || !periodEnd) return null
  return { subscriptionId, status, addOns, monthlyCents, periodStart, periodEnd, cancelsAt, unpaidSince, endedAt }
}

/** What is written of an answer. Where the provider knows no subscription any more, the one we know of has ended. */
export function stateAfter(before: SubscriptionState | null, found: PaidSubscription | null, now: Date) {
  if (found) {
    const { surplusIds: _, ...state } = found
    // The database requires the two together.
    return { ...state, endedAt: state.status === 'ended' ? (state.endedAt ?? now) : null } satisfies SubscriptionState
  }
  if (!before || before.status === 'ended') return before
  return { ...before, status: 'ended', endedAt: now, cancelsAt: null, unpaidSince: null } satisfies SubscriptionState
}
