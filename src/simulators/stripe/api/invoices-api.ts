import { declinedError, type Invoicing, subscriptionOf } from '../records/invoicing.ts'
import type { Ledger } from '../records/ledger.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import { idOf } from '../records/wire.ts'
import { invalidRequest } from './api-error.ts'
import type { Api } from './api-server.ts'
import { newestFirst, readLimit } from './listing.ts'

/** Invoices: reading them, and paying an open one. */
export function invoicesApi(
  api: Api,
  { ledger, invoicing, subscriptions }: { ledger: Ledger; invoicing: Invoicing; subscriptions: Subscriptions },
): void {
  api.on('GET', '/v1/invoices', ({ params }) => {
    const customer = params.text('customer')
    const subscription = params.text('subscription')
    const status = params.choice('status', ['draft', 'open', 'paid', 'uncollectible', 'void'])
    const limit = readLimit(params)
    params.finish()
    const invoices = ledger
      .all('invoice')
      .filter(
        (invoice) =>
          (!customer || idOf(invoice.customer) === customer) &&
          (!subscription || subscriptionOf(invoice) === subscription) &&
          (status === undefined || invoice.status === status),
      )
    return newestFirst(invoices, '/v1/invoices', limit)
  })

  api.on('POST', '/v1/invoices/:id/pay', ({ params, id }) => {
    const methodId = params.text('payment_method')
    params.finish()
    const invoice = ledger.get('invoice', id)
    if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
    if (invoice.status !== 'open') {
      throw invalidRequest('This invoice can no longer be paid: it is not open.', undefined, 'invoice_not_editable')
    }
    const method = methodId ? ledger.get('payment_method', methodId, 'payment_method') : invoicing.methodFor(id)
    const paid = subscriptions.pay(id, method)
    if (paid.status !== 'paid') throw declinedError(method)
    return paid
  })
}
