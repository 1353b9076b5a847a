import type { EventLog } from '../records/event-log.ts'
import type { Ledger } from '../records/ledger.ts'
import { newCustomer } from '../records/resources.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import { idOf, type PaymentMethod } from '../records/wire.ts'
import { invalidRequest } from './api-error.ts'
import type { Api } from './api-server.ts'
import { newestFirst, readLimit } from './listing.ts'

/** Customers and their cards. Cards come from the payment pages only: no number ever passes through the API. */
export function customersApi(
  api: Api,
  { ledger, events, subscriptions }: { ledger: Ledger; events: EventLog; subscriptions: Subscriptions },
): void {
  api.on('POST', '/v1/customers', ({ params }) => {
    const fields = {
      email: params.text('email') ?? null,
      name: params.text('name') ?? null,
      metadata: params.metadata(),
    }
    params.finish()
    requireEmail(fields.email)
    const customer = ledger.put(newCustomer(fields))
    events.note('customer.created', customer)
    return customer
  })

  api.on('GET', '/v1/customers/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('customer', id)
  })

  api.on('POST', '/v1/customers/:id', ({ params, id }) => {
    const email = params.text('email')
    const name = params.text('name')
    params.finish()
    const customer = ledger.get('customer', id)
    if (email !== undefined) requireEmail(email)
    if (email !== undefined) customer.email = email || null
    if (name !== undefined) customer.name = name || null
    events.note('customer.updated', ledger.put(customer))
    return customer
  })

  api.on('DELETE', '/v1/customers/:id', ({ params, id }) => {
    params.finish()
    const customer = ledger.get('customer', id)
    for (const subscription of ledger.all('subscription')) {
      if (idOf(subscription.customer) !== id || subscription.status === 'canceled') continue
      subscriptions.cancel(subscription.id)
    }
    for (const method of methodsOf(id)) ledger.remove(method.id)
    ledger.remove(id)
    events.note('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  })

  api.on('GET', '/v1/customers/:id/payment_methods', ({ params, id }) => {
    params.choice('type', ['card'])
    const limit = readLimit(params)
    params.finish()
    ledger.get('customer', id)
    return newestFirst(methodsOf(id), `/v1/customers/${id}/payment_methods`, limit)
  })

  function methodsOf(customer: string): PaymentMethod[] {
    return ledger.all('payment_method').filter((method) => idOf(method.customer) === customer)
  }
}

function requireEmail(email: string | null): void {
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid')
  }
}
