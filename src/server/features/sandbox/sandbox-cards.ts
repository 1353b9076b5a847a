import type { RenewalOutcome, SandboxSubscription, TestCard } from '#contract/sandbox.ts'

/** A subscription at the sandbox, and whose it is as Cooee said when it was paid for. */
export type CardSubscription = Omit<SandboxSubscription, 'who'> & {
  accountId: number | null
  customerEmail: string | null
}

/** Cards that pay nothing; they exist only where no real card provider is set. Ids are the provider's. */
export interface SandboxCards {
  /** The cards that the payment page takes. */
  readonly testCards: readonly TestCard[]
  /** Newest first. */
  subscriptions(atMost: number): CardSubscription[]
  /** Makes the paid period end now; null where nothing is left to renew. */
  renew(subscriptionId: string): RenewalOutcome | null
}
