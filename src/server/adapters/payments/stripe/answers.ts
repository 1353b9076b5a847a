import { z } from 'zod'

// Of the provider's answers only what is used here; everything else may come and go.

const instant = z.number().transform((seconds) => new Date(seconds * 1000))
/** An id, or what it names in full. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const list = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) })

export const identified = z.object({ id: z.string() })

const price = z.object({
  id: z.string(),
  active: z.boolean(),
  product: reference,
  lookup_key: z.string().nullable(),
  currency: z.string(),
  unit_amount: z.number().nullable(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
})
export const priceList = list(price)
export type ProviderPrice = z.infer<typeof price>

export const productAnswer = z.object({ id: z.string(), active: z.boolean() })

export const checkoutAnswer = z.object({
  id: z.string(),
  url: z.string().nullable(),
  lastResponse: z.object({ headers: z.record(z.string(), z.unknown()) }).optional(),
})
export const openCheckouts = list(z.object({ id: z.string(), url: z.string().nullable() }))

const subscriptionItem = z.object({
  id: z.string(),
  price,
  quantity: z.number().optional(),
  // Since 2025 the period belongs to the items; a subscription has none of its own.
  current_period_start: instant,
  current_period_end: instant,
})
export const subscriptionAnswer = z.object({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  start_date: instant,
  cancel_at: instant.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: instant.nullable(),
  default_payment_method: reference.nullable(),
  items: list(subscriptionItem),
})
export type ProviderSubscription = z.infer<typeof subscriptionAnswer>
export const subscriptionList = list(subscriptionAnswer)

export const invoiceList = list(
  z.object({
    id: z.string(),
    number: z.string().nullable(),
    created: instant,
    total: z.number(),
    status: z.string().nullable(),
    hosted_invoice_url: z.string().nullish(),
    status_transitions: z.object({ paid_at: instant.nullable() }),
  }),
)

export const customerAnswer = z.union([
  z.object({ id: z.string(), deleted: z.literal(true) }),
  z.object({
    id: z.string(),
    deleted: z.literal(false).optional(),
    invoice_settings: z.object({ default_payment_method: reference.nullable() }),
  }),
])

export const paymentMethodList = list(
  z.object({
    id: z.string(),
    card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }).nullish(),
  }),
)

export const portalAnswer = z.object({ url: z.string() })

export const eventBody = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.looseObject({ object: z.string().optional(), id: z.string().optional(), customer: reference.nullish() }),
  }),
})
