import { invalidRequest } from './api-error.ts'
import type { Api } from './api-server.ts'
import { declinedError, type Invoicing, subscriptionOf } from './invoicing.ts'
import type { Ledger } from './ledger.ts'
import { pageOf, readPaging } from './listing.ts'
import type { Subscriptions } from './subscriptions.ts'
import { readHow, readItem } from './subscriptions-api.ts'
import { idOf } from './wire.ts'

/** Invoices: reading them, paying an open one, and looking at what a change would cost. */
export function invoicesApi(
  api: Api,
  { ledger, invoicing, subscriptions }: { ledger: Ledger; invoicing: Invoicing; subscriptions: Subscriptions },
): void {
  api.on('GET', '/v1/invoices', ({ params }) => {
    const customer = params.text('customer')
    const subscription = params.text('subscription')
    const status = params.choice('status', ['draft', 'open', 'paid', 'uncollectible', 'void'])
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    const invoices = ledger
      .all('invoice')
      .filter(
        (invoice) =>
          (!customer || idOf(invoice.customer) === customer) &&
          (!subscription || subscriptionOf(invoice) === subscription) &&
          (status === undefined || invoice.status === status) &&
          (created === null || created.includes(invoice.created)),
      )
    return pageOf(invoices, '/v1/invoices', paging)
  })

  api.on('POST', '/v1/invoices/create_preview', ({ params }) => {
    const id = params.required('subscription')
    const customer = params.text('customer')
    const details = params.child('subscription_details')
    const items = details.children('items').map((item) => readItem(ledger, item))
    const how = readHow(details)
    params.choice('preview_mode', ['next'])
    params.finish()
    const subscription = ledger.get('subscription', id, 'subscription')
    if (customer && idOf(subscription.customer) !== customer) {
      throw invalidRequest(`The subscription ${id} does not belong to the customer ${customer}.`, 'customer')
    }
    if (subscription.status === 'canceled' || (subscription.cancel_at_period_end && items.length === 0)) {
      throw invalidRequest('No upcoming invoices for customer', 'subscription', 'invoice_upcoming_none')
    }
    return subscriptions.preview(id, items, how)
  })

  api.on('GET', '/v1/invoices/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('invoice', id)
  })

  api.on('GET', '/v1/invoices/:id/lines', ({ params, id }) => {
    const paging = readPaging(params)
    params.finish()
    return pageOf(ledger.get('invoice', id).lines.data.toReversed(), `/v1/invoices/${id}/lines`, paging)
  })

  api.on('POST', '/v1/invoices/:id/pay', ({ params, id }) => {
    const methodId = params.text('payment_method')
    params.ignore('off_session')
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

  api.on('POST', '/v1/invoices/:id/void', ({ params, id }) => {
    params.finish()
    return invoicing.void(id)
  })
}
