import { invalidRequest, missing } from '../api/api-error.ts'
import type { Api } from '../api/api-server.ts'
import { newestFirst, readLimit } from '../api/listing.ts'
import type { Params } from '../api/params.ts'
import type { Ledger } from '../records/ledger.ts'
import { type CheckoutSession, idOf, nowSeconds, type Price } from '../records/wire.ts'
import type { Checkouts } from './checkouts.ts'

const LIFE_SECONDS = 24 * 60 * 60

/** Checkout sessions: of mode `subscription`, on a hosted page. */
export function checkoutApi(api: Api, { ledger, checkouts }: { ledger: Ledger; checkouts: Checkouts }): void {
  api.on('POST', '/v1/checkout/sessions', ({ params }) => {
    const mode = params.required('mode')
    const lines = params.children('line_items').map((line) => readLine(line))
    const subscriptionData = params.child('subscription_data')
    const customer = params.required('customer')
    const request = {
      customer,
      lines,
      successUrl: params.text('success_url') ?? null,
      cancelUrl: params.text('cancel_url') ?? null,
      clientReferenceId: params.text('client_reference_id') ?? null,
      metadata: params.metadata(),
      subscriptionMetadata: subscriptionData.metadata(),
      expiresAt: nowSeconds() + LIFE_SECONDS,
    }
    // It charges in dollars alone.
    params.ignore('adaptive_pricing')
    params.finish()
    if (mode !== 'subscription') {
      throw invalidRequest(`Invalid mode: the card sandbox knows 'subscription' only, not '${mode}'.`, 'mode')
    }
    if (request.successUrl === null) {
      throw invalidRequest('Missing required param: success_url.', 'success_url', 'parameter_missing')
    }
    requireUrl(request.successUrl, 'success_url')
    if (request.cancelUrl !== null) requireUrl(request.cancelUrl, 'cancel_url')
    if (lines.length === 0) {
      throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
    }
    ledger.get('customer', customer, 'customer')
    requireOneCurrency(lines.map(({ price }) => price))
    return checkouts.open({ ...request, successUrl: request.successUrl })
  })

  api.on('GET', '/v1/checkout/sessions', ({ params }) => {
    const customer = params.text('customer')
    const status = params.choice('status', ['open', 'complete', 'expired'])
    const limit = readLimit(params)
    params.finish()
    for (const session of ledger.all('checkout.session')) checkouts.current(session.id)
    const sessions = ledger
      .all('checkout.session')
      .filter(
        (session) =>
          (!customer || idOf(session.customer) === customer) && (status === undefined || session.status === status),
      )
    return newestFirst(sessions, '/v1/checkout/sessions', limit)
  })

  api.on('POST', '/v1/checkout/sessions/:id/expire', ({ params, id }) => {
    params.finish()
    const session: CheckoutSession = checkouts.current(id)
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    return checkouts.expire(session)
  })

  function readLine(line: Params): { price: Price; quantity: number } {
    const priceId = line.required('price')
    const quantity = line.integer('quantity', { min: 1 })
    const price = ledger.find('price', priceId)
    if (!price) throw missing('price', priceId, line.name('price'))
    if (quantity === undefined) {
      throw invalidRequest(
        `Quantity is required. Add \`quantity\` to \`${line.name('quantity')}\``,
        line.name('quantity'),
      )
    }
    return { price, quantity }
  }
}

function requireOneCurrency(prices: readonly Price[]): void {
  const [first] = prices
  for (const price of prices) {
    if (price.currency !== first?.currency) {
      throw invalidRequest('All prices on a subscription must have the same currency.', 'line_items')
    }
  }
}

function requireUrl(text: string, param: string): void {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidRequest('Not a valid URL', param, 'url_invalid')
  }
}
