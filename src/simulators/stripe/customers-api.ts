import { invalidRequest, missing } from './api-error.ts'
import type { Api } from './api-server.ts'
import type { EventLog } from './event-log.ts'
import type { Ledger } from './ledger.ts'
import { type Paging, pageOf, readPaging } from './listing.ts'
import { newCustomer } from './resources.ts'
import type { Subscriptions } from './subscriptions.ts'
import { type Customer, idOf, type PaymentMethod } from './wire.ts'

/** Customers and their cards. Cards come from the payment pages only: no number ever passes through the API. */
export function customersApi(
  api: Api,
  { ledger, events, subscriptions }: { ledger: Ledger; events: EventLog; subscriptions: Subscriptions },
): void {
  api.on('POST', '/v1/customers', ({ params }) => {
    const fields = {
      email: params.text('email') ?? null,
      name: params.text('name') ?? null,
      phone: params.text('phone') ?? null,
      description: params.text('description') ?? null,
      metadata: params.metadata(),
    }
    params.ignore('preferred_locales')
    params.finish()
    requireEmail(fields.email)
    const customer = ledger.put(newCustomer(fields))
    events.note('customer.created', customer)
    return customer
  })

  api.on('GET', '/v1/customers', ({ params }) => {
    const email = params.text('email')
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    const customers = ledger
      .all('customer')
      .filter(
        (customer) => (!email || customer.email === email) && (created === null || created.includes(customer.created)),
      )
    return pageOf(customers, '/v1/customers', paging)
  })

  api.on('GET', '/v1/customers/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('customer', id)
  })

  api.on('POST', '/v1/customers/:id', ({ params, id }) => {
    const before = ledger.get('customer', id)
    const kept = (name: 'email' | 'name' | 'phone' | 'description') => {
      const value = params.text(name)
      return value === undefined ? (before[name] ?? null) : value
    }
    const settings = params.child('invoice_settings')
    const method = settings.text('default_payment_method')
    const change: Partial<Customer> = {
      email: kept('email'),
      name: kept('name'),
      phone: kept('phone'),
      description: kept('description'),
      metadata: params.metadata(before.metadata),
      invoice_settings: {
        ...before.invoice_settings,
        default_payment_method: method === undefined ? before.invoice_settings.default_payment_method : method,
      },
    }
    params.ignore('preferred_locales')
    params.finish()
    requireEmail(change.email ?? null)
    if (method && idOf(ledger.find('payment_method', method)?.customer) !== id) {
      throw missing('PaymentMethod', method, 'invoice_settings[default_payment_method]')
    }
    const customer = ledger.put<Customer>({ ...before, ...change })
    events.note('customer.updated', customer, before)
    return customer
  })

  api.on('DELETE', '/v1/customers/:id', ({ params, id }) => {
    params.finish()
    const customer = ledger.get('customer', id)
    for (const subscription of ledger.all('subscription')) {
      if (idOf(subscription.customer) !== id || subscription.status === 'canceled') continue
      subscriptions.cancel(subscription.id, { reason: 'cancellation_requested' })
    }
    for (const method of methodsOf(id)) ledger.remove(method.id)
    ledger.remove(id)
    events.note('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  })

  api.on('GET', '/v1/customers/:id/payment_methods', ({ params, id }) => {
    const paging = readMethodPaging(params)
    ledger.get('customer', id)
    return pageOf(methodsOf(id), `/v1/customers/${id}/payment_methods`, paging)
  })

  api.on('GET', '/v1/customers/:id/payment_methods/:part', ({ params, id, part }) => {
    params.finish()
    const method = ledger.get('payment_method', part)
    if (idOf(method.customer) !== id) throw missing('PaymentMethod', part)
    return method
  })

  api.on('GET', '/v1/payment_methods', ({ params }) => {
    const customer = params.text('customer')
    const paging = readMethodPaging(params)
    if (customer) ledger.get('customer', customer, 'customer')
    return pageOf(customer ? methodsOf(customer) : [], '/v1/payment_methods', paging)
  })

  api.on('GET', '/v1/payment_methods/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('payment_method', id)
  })

  api.on('POST', '/v1/payment_methods/:id/detach', ({ params, id }) => {
    params.finish()
    const before = ledger.get('payment_method', id)
    const customer = ledger.find('customer', idOf(before.customer) ?? '')
    if (!customer) {
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
    const method = ledger.put<PaymentMethod>({ ...before, customer: null })
    if (idOf(customer.invoice_settings.default_payment_method) === id) {
      const settings = { ...customer.invoice_settings, default_payment_method: null }
      events.note('customer.updated', ledger.put<Customer>({ ...customer, invoice_settings: settings }), customer)
    }
    for (const subscription of ledger.all('subscription')) {
      if (idOf(subscription.default_payment_method) === id && subscription.status !== 'canceled') {
        subscriptions.update(subscription, { default_payment_method: null })
      }
    }
    events.note('payment_method.detached', method, before)
    return method
  })

  function methodsOf(customer: string): PaymentMethod[] {
    return ledger.all('payment_method').filter((method) => idOf(method.customer) === customer)
  }
}

function readMethodPaging(params: Parameters<typeof readPaging>[0]): Paging {
  params.choice('type', ['card'])
  params.ignore('allow_redisplay')
  const paging = readPaging(params)
  params.finish()
  return paging
}

function requireEmail(email: string | null): void {
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid')
  }
}
