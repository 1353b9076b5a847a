import { Journal } from '../../journal.ts'
import { missing } from '../api/api-error.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { CheckoutPlan, KeptAnswer } from './simulated-records.ts'
import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  type InvoiceLine,
  type Kept,
  nowSeconds,
  type PaymentMethod,
  type PortalSession,
  type Price,
  type Product,
  type ProviderEvent,
  type Subscription,
} from './wire.ts'

interface KindTable {
  product: Product
  price: Price
  customer: Customer
  payment_method: PaymentMethod
  'checkout.session': CheckoutSession
  subscription: Subscription
  invoice: Invoice
  'billing_portal.session': PortalSession
  event: ProviderEvent
}
export type Kind = keyof KindTable

// "Keys can be removed from the system automatically after they're at least 24 hours old."
const ANSWERS_KEPT_SECONDS = 24 * 60 * 60
// "We guarantee access to events through the Retrieve Event API only for 30 days."
const EVENTS_KEPT_SECONDS = 30 * 24 * 60 * 60

/** Everything the provider knows, in memory and in the journal. `put` replaces and never changes, so a failed transaction leaves no trace. */
export class Ledger {
  readonly #kept = new Map<string, Kept>()
  readonly #plans = new Map<string, CheckoutPlan>()
  readonly #pendingLines = new Map<string, InvoiceLine[]>()
  readonly #answers = new Map<string, KeptAnswer>()
  readonly #journal: Journal<JournalEntry[]> | null
  #entries: JournalEntry[] = []
  #undo: (() => void)[] = []
  #depth = 0

  constructor(journalPath: string | undefined) {
    this.#journal = journalPath === undefined ? null : new Journal(journalPath)
    if (journalPath === undefined) return
    for (const entry of Journal.read<JournalEntry[]>(journalPath).flat()) this.#apply(entry)
    this.#forgetOld()
    this.#journal?.rewrite(this.#snapshot().map((entry) => [entry]))
  }

  /** All that `act` changes is kept together, or nothing of it when it throws (unless `keeps` says otherwise). */
  transact<T>(act: () => T, keeps: (error: unknown) => boolean = () => false): T {
    if (this.#depth > 0) return act()
    this.#depth += 1
    try {
      const result = act()
      this.#commit()
      return result
    } catch (error) {
      if (keeps(error)) this.#commit()
      else for (const undo of this.#undo.reverse()) undo()
      throw error
    } finally {
      this.#depth -= 1
      this.#entries = []
      this.#undo = []
    }
  }

  put<T extends Kept>(resource: T): T {
    this.#record({ kind: 'kept', resource })
    return resource
  }

  remove(id: string): void {
    this.#record({ kind: 'removed', id })
  }

  /** Anything by its id. */
  any(id: string): Kept | undefined {
    return this.#kept.get(id)
  }

  find<K extends Kind>(kind: K, id: string): KindTable[K] | undefined {
    const resource = this.#kept.get(id)
    return resource?.object === kind ? (resource as KindTable[K]) : undefined
  }

  /** `param` is the parameter that names it, `id` when the path does. Throws ApiError when it does not exist. */
  get<K extends Kind>(kind: K, id: string, param = 'id'): KindTable[K] {
    const resource = this.find(kind, id)
    if (!resource) throw missing(kind === 'payment_method' ? 'PaymentMethod' : kind, id, param)
    return resource
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): KindTable[K][] {
    return [...this.#kept.values()].filter((resource): resource is KindTable[K] => resource.object === kind)
  }

  checkoutPlan(session: string): CheckoutPlan {
    const plan = this.#plans.get(session)
    if (!plan) throw missing('checkout.session', session)
    return plan
  }

  putCheckoutPlan(plan: CheckoutPlan): void {
    this.#record({ kind: 'checkout-plan', plan })
  }

  pendingLines(subscription: string): InvoiceLine[] {
    return this.#pendingLines.get(subscription) ?? []
  }

  setPendingLines(subscription: string, lines: InvoiceLine[]): void {
    this.#record({ kind: 'pending-lines', subscription, lines })
  }

  answer(key: string): KeptAnswer | undefined {
    return this.#answers.get(key)
  }

  keepAnswer(answer: KeptAnswer): void {
    this.#record({ kind: 'answer', answer })
  }

  close(): void {
    this.#journal?.close()
  }

  #forgetOld(): void {
    const now = nowSeconds()
    for (const { key, created } of this.#answers.values()) {
      if (created < now - ANSWERS_KEPT_SECONDS) this.#answers.delete(key)
    }
    for (const { id, created } of this.all('event')) if (created < now - EVENTS_KEPT_SECONDS) this.#kept.delete(id)
  }

  #record(entry: JournalEntry): void {
    if (this.#depth === 0) {
      this.#journal?.append([entry])
      this.#apply(entry)
      return
    }
    this.#entries.push(entry)
    this.#undo.push(this.#apply(entry))
  }

  #commit(): void {
    if (this.#entries.length > 0) this.#journal?.append(this.#entries)
  }

  /** Returns how to take it back. */
  #apply(entry: JournalEntry): () => void {
    switch (entry.kind) {
      case 'kept':
        return replace(this.#kept, entry.resource.id, entry.resource)
      case 'removed':
        return replace(this.#kept, entry.id, undefined)
      case 'checkout-plan':
        return replace(this.#plans, entry.plan.session, entry.plan)
      case 'pending-lines':
        return replace(this.#pendingLines, entry.subscription, entry.lines)
      case 'answer':
        return replace(this.#answers, entry.answer.key, entry.answer)
    }
  }

  #snapshot(): JournalEntry[] {
    return [
      ...[...this.#kept.values()].map((resource): JournalEntry => ({ kind: 'kept', resource })),
      ...[...this.#plans.values()].map((plan): JournalEntry => ({ kind: 'checkout-plan', plan })),
      ...[...this.#pendingLines].map(
        ([subscription, lines]): JournalEntry => ({ kind: 'pending-lines', subscription, lines }),
      ),
      ...[...this.#answers.values()].map((answer): JournalEntry => ({ kind: 'answer', answer })),
    ]
  }
}

/** Undefined removes what is there. Returns how to restore it. */
function replace<T>(map: Map<string, T>, key: string, value: T | undefined): () => void {
  const present = map.get(key)
  if (value === undefined) map.delete(key)
  else map.set(key, value)
  return () => void replace(map, key, present)
}
