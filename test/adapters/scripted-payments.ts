import { type AddOnId, monthlyCents } from '#core/plans/prices.ts'
import type {
  PaidSubscription,
  Payments,
  ProviderCard,
  ProviderInvoice,
  Unavailable,
} from '#server/adapters/payments/payments.ts'

const MONTH_MS = 30 * 86_400_000
/** The signature of events, which a test puts on as it stands. */
export const SCRIPTED_SIGNATURE = 'signed'

interface ScriptedCustomer {
  accountId: number
  email: string
  subscription: PaidSubscription | null
  invoices: ProviderInvoice[]
  cards: ProviderCard[]
}

/** A card provider that does as the test says and remembers what it was asked. */
export interface ScriptedPayments extends Payments {
  readonly customers: Map<string, ScriptedCustomer>
  /** What was really done, each with its key; a repeated key does nothing. */
  readonly written: { what: string; key: string }[]
  /** The addresses that customers were given later, in their order. */
  readonly payers: string[]
  readonly checkouts: { checkoutId: string; customerId: string; addOns: readonly AddOnId[] }[]
  /** While set, nothing is answered. */
  isDown: boolean
  /** How many of the next writes are executed and lose their answer. */
  lostAnswers: number
  /** While not null, the provider refuses changes with these words. */
  refusal: string | null
  isSetUp: boolean
  /** Called before each request for a subscription is answered, with the answer: a slow answer is an old one. */
  beforeAnswer: ((customerId: string) => Promise<void>) | null
  /** Somebody pays a checkout: the subscription begins, and its first invoice is paid. */
  pay(checkoutId: string, now: Date): void
  customer(customerId: string): ScriptedCustomer
  /** Forgets everything. */
  clear(): void
}

/** For tests: executes each request once for each key, by default. A customer has at most one active subscription. */
export function scriptedPayments(): ScriptedPayments {
  const answers = new Map<string, unknown>()
  let count = 0
  const nextId = (prefix: string): string => {
    count += 1
    return `${prefix}_${count}`
  }
  const unavailable: Unavailable = { kind: 'unavailable', why: 'scripted' }

  /** Does `work` once for each key, and answers the same as the first time; a key is not taken for anything else. */
  async function once<Answer>(what: string, key: string, work: () => Answer): Promise<Answer | Unavailable> {
    if (payments.isDown) return unavailable
    if (payments.written.some((before) => before.key === key && before.what !== what)) return unavailable
    if (!answers.has(key)) {
      answers.set(key, work())
      payments.written.push({ what, key })
    }
    if (payments.lostAnswers > 0) {
      payments.lostAnswers -= 1
      return unavailable
    }
    return answers.get(key) as Answer
  }

  const declined = () => (payments.refusal === null ? null : { kind: 'declined' as const, message: payments.refusal })
  const living = (subscriptionId: string): PaidSubscription | undefined =>
    [...payments.customers.values()]
      .flatMap(({ subscription }) => subscription ?? [])
      .find((subscription) => subscription.subscriptionId === subscriptionId && subscription.status !== 'ended')
  const missing = () => (payments.isSetUp ? null : { kind: 'not_set_up' as const, missing: ['cooee_basic_monthly'] })

  const payments: ScriptedPayments = {
    customers: new Map(),
    written: [],
    payers: [],
    checkouts: [],
    isDown: false,
    lostAnswers: 0,
    refusal: null,
    isSetUp: true,
    beforeAnswer: null,

    async updateCustomer({ customerId, email }) {
      if (payments.isDown) return unavailable
      const customer = payments.customers.get(customerId)
      if (customer) customer.email = email
      payments.payers.push(email)
      return { kind: 'done' }
    },
    createCustomer: ({ accountId, email, key }) =>
      once('customer', key, () => {
        const customerId = nextId('cus')
        payments.customers.set(customerId, { accountId, email, subscription: null, invoices: [], cards: [] })
        return { kind: 'created', customerId }
      }),
    async startCheckout({ customerId, addOns, key }) {
      const refused = missing() ?? declined()
      if (refused) return refused
      if (!payments.isDown && !payments.customers.has(customerId)) return { kind: 'unknown_customer' }
      return once('checkout', key, () => {
        const checkoutId = nextId('cs')
        payments.checkouts.push({ checkoutId, customerId, addOns })
        return { kind: 'started', checkoutId, url: `https://pay.example/${checkoutId}` }
      })
    },
    async closeCheckouts(customerId) {
      if (payments.isDown) return unavailable
      const others = payments.checkouts.filter((open) => open.customerId !== customerId)
      payments.checkouts.splice(0, Infinity, ...others)
      return { kind: 'done' }
    },
    async subscriptionOf(customerId) {
      if (payments.isDown) return unavailable
      const subscription = structuredClone(payments.customers.get(customerId)?.subscription ?? null)
      await payments.beforeAnswer?.(customerId)
      return { kind: 'found', subscription }
    },
    async setAddOns({ subscriptionId, addOns, key }) {
      const refused = missing() ?? declined()
      if (refused) return refused
      return once(`add-ons ${addOns.join()}`, key, () => {
        const subscription = living(subscriptionId)
        if (subscription) Object.assign(subscription, { addOns: [...addOns], monthlyCents: monthlyCents(addOns) })
        return { kind: 'done' }
      })
    },
    async setCancelAtPeriodEnd({ subscriptionId, cancels, key }) {
      const refused = declined()
      if (refused) return refused
      return once(cancels ? 'cancel' : 'resume', key, () => {
        const subscription = living(subscriptionId)
        if (subscription) subscription.cancelsAt = cancels ? subscription.periodEnd : null
        return { kind: 'done' }
      })
    },
    async payOpenInvoices({ subscriptionId, key }) {
      const refused = declined()
      if (refused) return refused
      return once(`pay ${subscriptionId}`, key, () => {
        const subscription = living(subscriptionId)
        if (subscription) Object.assign(subscription, { status: 'active', unpaidSince: null })
        return { kind: 'done' }
      })
    },
    endNow: ({ subscriptionId, key }) =>
      once(`end ${subscriptionId}`, key, () => {
        const subscription = living(subscriptionId)
        if (subscription) Object.assign(subscription, { status: 'ended', endedAt: subscription.periodStart })
        for (const { subscription: other } of payments.customers.values()) {
          if (other) other.surplusIds = other.surplusIds.filter((id) => id !== subscriptionId)
        }
        return { kind: 'done' }
      }),
    async invoicesOf(customerId) {
      if (payments.isDown) return unavailable
      return { kind: 'found', invoices: structuredClone(payments.customers.get(customerId)?.invoices ?? []) }
    },
    async cardsOf(customerId) {
      if (payments.isDown) return unavailable
      return { kind: 'found', cards: payments.customers.get(customerId)?.cards ?? [] }
    },
    openPortal: ({ customerId, key }) =>
      once('portal', key, () => ({ kind: 'opened', url: `https://pay.example/portal/${customerId}` })),
    readEvent(rawBody, signature) {
      if (signature !== SCRIPTED_SIGNATURE) return null
      const { id, type, customer } = JSON.parse(rawBody.toString())
      return { eventId: String(id), eventType: String(type), customerId: customer ?? null }
    },
    async setUpPrices() {
      payments.isSetUp = true
      return { kind: 'done', created: [], differing: [] }
    },

    pay(checkoutId, now) {
      const checkout = payments.checkouts.find((open) => open.checkoutId === checkoutId)
      if (!checkout) throw new Error(`There is no checkout ${checkoutId}`)
      const customer = payments.customer(checkout.customerId)
      const subscriptionId = nextId('sub')
      const amountCents = monthlyCents(checkout.addOns)
      const invoiceId = nextId('in')
      customer.invoices.unshift({
        invoiceId,
        number: invoiceId.toUpperCase(),
        createdAt: now,
        amountCents,
        status: 'paid',
        url: `https://pay.example/${invoiceId}`,
        paidAt: now,
      })
      if (customer.subscription && customer.subscription.status !== 'ended') {
        customer.subscription.surplusIds.push(subscriptionId)
        return
      }
      customer.subscription = {
        subscriptionId,
        status: 'active',
        addOns: [...checkout.addOns],
        monthlyCents: amountCents,
        periodStart: now,
        periodEnd: new Date(now.getTime() + MONTH_MS),
        cancelsAt: null,
        unpaidSince: null,
        endedAt: null,
        surplusIds: [],
      }
      customer.cards = [{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paysPlan: true }]
    },
    customer(customerId) {
      const customer = payments.customers.get(customerId)
      if (!customer) throw new Error(`There is no customer ${customerId}`)
      return customer
    },
    clear() {
      payments.customers.clear()
      payments.written.length = 0
      payments.checkouts.length = 0
      answers.clear()
      Object.assign(payments, { isDown: false, lostAnswers: 0, refusal: null, isSetUp: true, beforeAnswer: null })
    },
  }
  return payments
}
