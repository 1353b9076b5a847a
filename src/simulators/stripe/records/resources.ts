import type { TestCard } from '../test-cards.ts'
import { newId, newInvoicePrefix } from './ids.ts'
import { type Customer, type InvoiceLine, nowSeconds, type PaymentMethod, type Price, type Product } from './wire.ts'

export function newProduct(fields: { id: string | null; name: string }): Product {
  return {
    id: fields.id ?? newId('prod', 14),
    object: 'product',
    active: true,
    created: nowSeconds(),
    name: fields.name,
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
    created: nowSeconds(),
    currency: fields.currency,
    lookup_key: fields.lookupKey,
    nickname: fields.nickname,
    product: fields.product,
    recurring: { interval: 'month', interval_count: 1 },
    unit_amount: fields.unitAmount,
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
    balance: 0,
    created: nowSeconds(),
    email: fields.email,
    invoice_prefix: newInvoicePrefix(),
    invoice_settings: { default_payment_method: null },
    metadata: fields.metadata,
    name: fields.name,
    next_invoice_sequence: 1,
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
    card: {
      brand: 'visa',
      exp_month: expMonth,
      exp_year: expYear,
      last4: card.number.slice(-4),
    },
    created: nowSeconds(),
    customer: customer.id,
    type: 'card',
  }
}

/** One line of an invoice for a subscription. */
export function newInvoiceLine(fields: Pick<InvoiceLine, 'amount' | 'description' | 'quantity'>): InvoiceLine {
  return { id: newId('il'), object: 'line_item', ...fields }
}
