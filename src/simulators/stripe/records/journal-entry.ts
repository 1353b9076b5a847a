import type { CheckoutPlan, KeptAnswer } from './simulated-records.ts'
import type { InvoiceLine, Kept } from './wire.ts'

/** One change; a line of the journal holds all that one request made. */
export type JournalEntry =
  | { kind: 'kept'; resource: Kept }
  | { kind: 'removed'; id: string }
  | { kind: 'checkout-plan'; plan: CheckoutPlan }
  | { kind: 'pending-lines'; subscription: string; lines: InvoiceLine[] }
  | { kind: 'answer'; answer: KeptAnswer }
