import type { RenewalOutcome, SandboxSubscription, TestCard } from '#contract/admin/sandbox.ts'

/** A subscription at the sandbox, and its account as Cooee named it when it was paid for. */
export type CardSubscription = Omit<SandboxSubscription, 'who'> & {
  accountId: number | null
  customerEmail: string | null
}

/** Cards that pay nothing; they exist only when no real card provider is set. Ids are the provider's. */
export interface SandboxCards {
  /** The cards that the payment page takes. */
  readonly testCards: readonly TestCard[]
  /** Newest first. */
  subscriptions(atMost: number): CardSubscription[]
  /** Ends the paid period now; null when nothing is left to renew. */
  renew(subscriptionId: string): RenewalOutcome | null
}
