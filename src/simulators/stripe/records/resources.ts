import type { TestCard } from '../test-cards.ts'
import { newId, newInvoicePrefix } from './ids.ts'
import type { Period } from './periods.ts'
import type { PendingLine } from './simulated-records.ts'
import {
  type CheckoutLine,
  type Customer,
  type InvoiceLine,
  idOf,
  nowSeconds,
  type PaymentMethod,
  type Price,
  type Product,
} from './wire.ts'

export function newProduct(fields: { id: string | null; name: string }): Product {
  const created = nowSeconds()
  return {
    id: fields.id ?? newId('prod', 14),
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: fields.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  }
}

export function newPrice(fields: {
  currency: string
  unitAmount: number
  product: string
  lookupKey: string | null
  nickname: string | null
}): Price {
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency: fields.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: fields.lookupKey,
    metadata: {},
    nickname: fields.nickname,
    product: fields.product,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: fields.unitAmount,
    unit_amount_decimal: String(fields.unitAmount),
  }
}

export function newCustomer(fields: {
  email: string | null
  name: string | null
  metadata: Record<string, string>
}): Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: fields.email,
    invoice_prefix: newInvoicePrefix(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: fields.metadata,
    name: fields.name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

/** A card as it is kept: of its number the last four digits only. */
export function newPaymentMethod(
  customer: Customer,
  { card, expMonth, expYear }: { card: TestCard; expMonth: number; expYear: number },
): PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: customer.email,
      name: customer.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `test${card.number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** One line of an invoice for a subscription. */
export function newInvoiceLine(
  invoice: string,
  subscription: string,
  price: Price,
  fields: {
    id?: string
    item: string
    amount: number
    quantity: number
    description: string
    period: Period
    proration: boolean
  },
): InvoiceLine {
  return {
    id: fields.id ?? newId('il'),
    object: 'line_item',
    amount: fields.amount,
    currency: price.currency,
    description: fields.description,
    discount_amounts: [],
    discountable: !fields.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: fields.proration,
        proration_details: null,
        subscription,
        subscription_item: fields.item,
      },
      type: 'subscription_item_details',
    },
    period: { ...fields.period },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: fields.quantity,
    quantity_decimal: String(fields.quantity),
    subscription,
    subtotal: fields.amount,
    taxes: [],
  }
}

/** The invoice line that a waiting proration becomes. */
export function lineOfProration(invoice: string, subscription: string, price: Price, line: PendingLine): InvoiceLine {
  return newInvoiceLine(invoice, subscription, price, {
    id: line.id,
    item: line.item,
    amount: line.amount,
    quantity: line.quantity,
    description: line.description,
    period: { start: line.start, end: line.end },
    proration: true,
  })
}

/** One line of a checkout session. */
export function newCheckoutLine(id: string, price: Price, productName: string, quantity: number): CheckoutLine {
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: productName,
    metadata: {},
    price,
    quantity,
  }
}
