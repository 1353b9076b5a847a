import type { RenewalOutcome, TestCard } from '#contract/admin/sandbox.ts'
import type { CardSubscription, SandboxCards } from './features/sandbox/public.ts'

type Named = string | { id: string }
interface Item {
  current_period_end: number
  price: { nickname: string | null; id: string; unit_amount: number | null }
  quantity?: number
}

/** A simulator of the card provider, as far as people play on it. Its records are the provider's own. */
export interface CardSimulator {
  customers(): readonly { id: string; email: string | null }[]
  subscriptions(): readonly {
    id: string
    customer: Named
    status: string
    metadata: Record<string, string>
    cancel_at_period_end: boolean
    default_payment_method: Named | null
    items: { data: Item[] }
  }[]
  paymentMethods(): readonly { id: string; card?: { last4: string | null } | undefined }[]
  advance(id: string): keyof typeof OUTCOMES | null
}

/** The simulator's words for what came of a renewal, and ours. */
const OUTCOMES = {
  renewed: 'renewed',
  'payment-failed': 'payment_failed',
  'payment-recovered': 'payment_recovered',
  ended: 'ended',
} as const satisfies Record<string, RenewalOutcome>

/** The subscriptions of a simulator, to be played through. */
export function sandboxCards(simulator: CardSimulator, testCards: readonly TestCard[]): SandboxCards {
  return {
    testCards: testCards.map(({ number, does }) => ({ number, does })),
    subscriptions: (atMost) =>
      simulator
        .subscriptions()
        .slice(-atMost)
        .toReversed()
        .map((subscription) => {
          const {
            id,
            metadata,
            cancel_at_period_end: isCancelling,
            customer,
            default_payment_method: method,
          } = subscription
          const items = subscription.items.data
          const accountId = Number(metadata.accountId)
          return {
            subscriptionId: id,
            accountId: Number.isSafeInteger(accountId) ? accountId : null,
            customerEmail: simulator.customers().find((each) => each.id === idOf(customer))?.email ?? null,
            status: statusOf(subscription.status),
            parts: items.map(({ price }) => price.nickname ?? price.id),
            monthlyCents: items.reduce(
              (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
              0,
            ),
            periodEnd: new Date((items[0]?.current_period_end ?? 0) * 1000).toISOString(),
            isCancelling,
            cardLast4: simulator.paymentMethods().find((each) => each.id === idOf(method))?.card?.last4 ?? null,
          } satisfies CardSubscription
        }),
    renew(subscriptionId) {
      const outcome = simulator.advance(subscriptionId)
      return outcome && OUTCOMES[outcome]
    },
  }
}

function idOf(reference: Named | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function statusOf(status: string): CardSubscription['status'] {
  switch (status) {
    case 'active':
      return 'active'
    case 'canceled':
      return 'ended'
    default:
      return 'past_due'
  }
}
