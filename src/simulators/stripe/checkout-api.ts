import { invalidRequest, missing } from './api-error.ts'
import type { Api } from './api-server.ts'
import type { Checkouts } from './checkouts.ts'
import type { Ledger } from './ledger.ts'
import { pageOf, readPaging } from './listing.ts'
import type { Params } from './params.ts'
import { type CheckoutSession, idOf, nowSeconds, type Price } from './wire.ts'

const SHORTEST_LIFE_SECONDS = 30 * 60
const LONGEST_LIFE_SECONDS = 24 * 60 * 60

/** Checkout sessions: of mode `subscription`, on a hosted page. */
export function checkoutApi(api: Api, { ledger, checkouts }: { ledger: Ledger; checkouts: Checkouts }): void {
  api.on('POST', '/v1/checkout/sessions', ({ params }) => {
    const mode = params.required('mode')
    const lines = params.children('line_items').map((line) => readLine(line))
    const subscriptionData = params.child('subscription_data')
    const customer = params.text('customer') ?? null
    const customerEmail = params.text('customer_email') ?? null
    const life = params.integer('expires_at')
    const request = {
      customer,
      customerEmail,
      lines,
      successUrl: params.text('success_url') ?? null,
      cancelUrl: params.text('cancel_url') ?? null,
      clientReferenceId: params.text('client_reference_id') ?? null,
      metadata: params.metadata(),
      subscriptionMetadata: subscriptionData.metadata(),
      subscriptionDescription: subscriptionData.text('description') ?? null,
      expiresAt: life ?? nowSeconds() + LONGEST_LIFE_SECONDS,
    }
    params.choice('ui_mode', ['hosted_page'])
    params.choice('payment_method_collection', ['always', 'if_required'])
    for (const type of params.texts('payment_method_types')) requireCard(type)
    params.ignore('locale', 'billing_address_collection', 'allow_promotion_codes', 'customer_update', 'submit_type')
    params.ignore('saved_payment_method_options', 'custom_text', 'consent_collection', 'branding_settings')
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
    if (customer !== null && customerEmail !== null) {
      throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer')
    }
    if (
      life !== undefined &&
      (life < nowSeconds() + SHORTEST_LIFE_SECONDS - 5 || life > nowSeconds() + LONGEST_LIFE_SECONDS + 5)
    ) {
      throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at')
    }
    if (customer !== null) ledger.get('customer', customer, 'customer')
    requireOneKind(lines.map(({ price }) => price))
    return checkouts.open({ ...request, successUrl: request.successUrl })
  })

  api.on('GET', '/v1/checkout/sessions', ({ params }) => {
    const customer = params.text('customer')
    const subscription = params.text('subscription')
    const status = params.choice('status', ['open', 'complete', 'expired'])
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    for (const session of ledger.all('checkout.session')) checkouts.current(session.id)
    const sessions = ledger
      .all('checkout.session')
      .filter(
        (session) =>
          (!customer || idOf(session.customer) === customer) &&
          (!subscription || idOf(session.subscription) === subscription) &&
          (status === undefined || session.status === status) &&
          (created === null || created.includes(session.created)),
      )
    return pageOf(sessions, '/v1/checkout/sessions', paging)
  })

  api.on('GET', '/v1/checkout/sessions/:id', ({ params, id }) => {
    params.finish()
    return checkouts.current(id)
  })

  api.on('GET', '/v1/checkout/sessions/:id/line_items', ({ params, id }) => {
    const paging = readPaging(params)
    params.finish()
    ledger.get('checkout.session', id)
    // Lines keep the order they were asked for in.
    return pageOf(checkouts.linesOf(id).toReversed(), `/v1/checkout/sessions/${id}/line_items`, paging)
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
    if (!price.active) {
      throw invalidRequest(
        'The price specified is inactive. This field only accepts active prices.',
        line.name('price'),
      )
    }
    if (quantity === undefined) {
      throw invalidRequest(
        `Quantity is required. Add \`quantity\` to \`${line.name('quantity')}\``,
        line.name('quantity'),
      )
    }
    return { price, quantity }
  }
}

function requireOneKind(prices: readonly Price[]): void {
  const [first] = prices
  for (const price of prices) {
    if (!price.recurring) {
      throw invalidRequest('The card sandbox knows recurring prices only in `subscription` mode.', 'line_items')
    }
    if (price.currency !== first?.currency) {
      throw invalidRequest('All prices on a subscription must have the same currency.', 'line_items')
    }
    if (
      price.recurring.interval !== first.recurring?.interval ||
      price.recurring.interval_count !== first.recurring.interval_count
    ) {
      throw invalidRequest(
        'All prices on a subscription must have the same billing interval in the card sandbox.',
        'line_items',
      )
    }
  }
}

function requireUrl(text: string, param: string): void {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidRequest('Not a valid URL', param, 'url_invalid')
  }
}

function requireCard(type: string): void {
  if (type !== 'card') throw invalidRequest(`The card sandbox knows cards only, not '${type}'.`, 'payment_method_types')
}
