import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FormBranch, parseForm } from '../api/form.ts'
import type { EventLog } from '../records/event-log.ts'
import type { Ledger } from '../records/ledger.ts'
import { money } from '../records/periods.ts'
import type { Subscriptions } from '../records/subscriptions.ts'
import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  idOf,
  nowSeconds,
  type PortalSession,
} from '../records/wire.ts'
import { type CardEntry, DECLINED, readCard } from '../test-cards.ts'
import type { Checkouts } from './checkouts.ts'
import { type CardProblem, cardFields, cardHelp, type Html, html, page } from './page-frame.ts'

const PORTAL_LIFE_SECONDS = 60 * 60

interface PageOptions {
  ledger: Ledger
  events: EventLog
  checkouts: Checkouts
  subscriptions: Subscriptions
  businessName: string
  pageUrl: (path: string) => string
}

/** The pages that customers see: checkout, the billing portal, and invoices. */
export function pages(app: FastifyInstance, options: PageOptions): void {
  const { ledger, events, checkouts, subscriptions, businessName } = options

  app.get<{ Params: { id: string } }>('/c/pay/:id', async ({ params }, reply) => showCheckout(reply, params.id))

  app.post<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const { id } = request.params
    const session = currentSession(id)
    if (session?.status !== 'open') return showCheckout(reply, id)
    const card = readCard(entryOf(formOf(request)), new Date())
    if (card.kind === 'refused') return showCheckout(reply, id, card)
    const payment = events.transact(() => checkouts.pay(session, card))
    if (payment.kind === 'declined') return showCheckout(reply, id, { field: 'number', message: payment.message })
    return reply.redirect(successUrl(payment.session), 303)
  })

  app.get<{ Params: { secret: string } }>('/p/session/:secret', async ({ params }, reply) => {
    const portal = findPortal(params.secret)
    return portal ? showPortal(reply, portal) : gone(reply, 'This link has expired')
  })

  app.post<{ Params: { secret: string } }>('/p/session/:secret', async (request, reply) => {
    const portal = findPortal(request.params.secret)
    const customer = portal && ledger.find('customer', portal.customer)
    if (!portal || !customer) return gone(reply, 'This link has expired')
    const card = readCard(entryOf(formOf(request)), new Date())
    if (card.kind === 'refused') return showPortal(reply, portal, card)
    if (card.card.behaviour === 'declined') return showPortal(reply, portal, { field: 'number', message: DECLINED })
    events.transact(() => checkouts.replaceCard(customer, card))
    return showPortal(reply, portal, null, 'Your card has been changed.')
  })

  app.get<{ Params: { id: string } }>('/i/:id', async ({ params }, reply) => showInvoice(reply, params.id))

  app.post<{ Params: { id: string } }>('/i/:id', async (request, reply) => {
    const invoice = ledger.find('invoice', request.params.id)
    const customer = ledger.find('customer', idOf(invoice?.customer) ?? '')
    if (invoice?.status !== 'open' || !customer) return showInvoice(reply, request.params.id)
    const card = readCard(entryOf(formOf(request)), new Date())
    if (card.kind === 'refused') return showInvoice(reply, invoice.id, card)
    if (card.card.behaviour !== 'pays') return showInvoice(reply, invoice.id, { field: 'number', message: DECLINED })
    events.transact(() => subscriptions.pay(invoice.id, checkouts.replaceCard(customer, card)))
    return showInvoice(reply, invoice.id)
  })

  function currentSession(id: string): CheckoutSession | null {
    return ledger.find('checkout.session', id) ? events.transact(() => checkouts.current(id)) : null
  }

  function showCheckout(reply: FastifyReply, id: string, problem: CardProblem | null = null): FastifyReply {
    const session = currentSession(id)
    switch (session?.status) {
      case 'open':
        return send(reply, problem ? 402 : 200, `Subscribe to ${businessName}`, checkoutBody(session, problem))
      case 'complete':
        return send(
          reply,
          200,
          'You have paid already',
          html`<p class="done">Your subscription has begun.</p><a class="away" href="${successUrl(session)}">Back to ${businessName}</a>`,
        )
      default:
        return gone(reply, 'This checkout has expired', { back: session?.cancel_url })
    }
  }

  function checkoutBody(session: CheckoutSession, problem: CardProblem | null): Html {
    const currency = session.currency ?? 'usd'
    const rows = checkouts
      .linesOf(session.id)
      .map(
        (line) =>
          html`<tr><th scope="row">${line.description}${line.quantity === 1 ? '' : ` × ${line.quantity}`}</th><td>${money(line.amount, currency)} a month</td></tr>`,
      )
    const total = money(session.amount_total ?? 0, currency)
    const { email: known } = ledger.get('customer', idOf(session.customer) ?? '')
    const email = known === null ? '' : html`<p>For ${known}</p>`
    return html`<table><tbody>${rows}<tr class="total"><th scope="row">Due today</th><td>${total}</td></tr></tbody></table>
<form method="post" action="${options.pageUrl(`/c/pay/${session.id}`)}" novalidate>
${email}
${cardFields(problem)}
<button type="submit">Pay ${total} with a test card</button>
</form>
${session.cancel_url === null ? '' : html`<a class="away" href="${session.cancel_url}">Cancel and go back to ${businessName}</a>`}
${cardHelp()}`
  }

  function findPortal(secret: string): PortalSession | undefined {
    return ledger
      .all('billing_portal.session')
      .find(({ url, created }) => url.endsWith(`/${secret}`) && isFresh(created))
  }

  function showPortal(
    reply: FastifyReply,
    portal: PortalSession,
    problem: CardProblem | null = null,
    done: string | null = null,
  ): FastifyReply {
    const customer = ledger.find('customer', portal.customer)
    if (!customer) return gone(reply, 'This link has expired')
    const open = ledger
      .all('invoice')
      .filter((invoice) => invoice.status === 'open' && idOf(invoice.customer) === customer.id)
    const openInvoices = open.map(
      (invoice) =>
        html`<li><a href="${invoice.hosted_invoice_url ?? ''}">Pay invoice ${invoice.number ?? ''}, ${money(invoice.amount_remaining, invoice.currency)}</a></li>`,
    )
    const body = html`${done === null ? '' : html`<p class="done" role="status">${done}</p>`}
<p>${presentCard(customer)}</p>
${openInvoices.length === 0 ? '' : html`<h2>Open invoices</h2><ul>${openInvoices}</ul>`}
<h2>Use another card from now on</h2>
<form method="post" novalidate>
${cardFields(problem)}
<button type="submit">Save test card</button>
</form>
${portal.return_url === null ? '' : html`<a class="away" href="${portal.return_url}">Back to ${businessName}</a>`}
${cardHelp()}`
    return send(reply, problem ? 402 : 200, 'Your card', body)
  }

  function presentCard(customer: Customer): string {
    const subscription = ledger
      .all('subscription')
      .findLast((one) => idOf(one.customer) === customer.id && one.status !== 'canceled')
    const method = idOf(subscription?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
    const card = ledger.find('payment_method', method ?? '')?.card
    if (!card) return 'No card is kept for you.'
    const expiry = `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
    return `We charge your Visa card ending in ${card.last4}, which expires in ${expiry}.`
  }

  function showInvoice(reply: FastifyReply, id: string, problem: CardProblem | null = null): FastifyReply {
    const invoice = ledger.find('invoice', id)
    if (!invoice) return gone(reply, 'There is no such invoice', { status: 404 })
    const rows = invoice.lines.data.map(
      (line) => html`<tr><th scope="row">${line.description}</th><td>${money(line.amount, invoice.currency)}</td></tr>`,
    )
    const body = html`<table><tbody>${rows}<tr class="total"><th scope="row">Amount due</th><td>${money(invoice.amount_due, invoice.currency)}</td></tr></tbody></table>
${invoiceState(invoice, problem)}
${wayBack(invoice)}`
    return send(reply, problem ? 402 : 200, `Invoice ${invoice.number ?? ''} of ${businessName}`, body)
  }

  /** An invoice knows nothing of the page that led to it: back is to the customer's card, while that page is open. */
  function wayBack(invoice: Invoice): Html | string {
    const portal = ledger
      .all('billing_portal.session')
      .findLast(({ customer, created }) => customer === idOf(invoice.customer) && isFresh(created))
    return portal ? html`<a class="away" href="${portal.url}">Back</a>` : ''
  }

  function invoiceState(invoice: Invoice, problem: CardProblem | null): Html {
    switch (invoice.status) {
      case 'paid':
        return html`<p class="done" role="status">This invoice is paid.</p>`
      case 'open':
        return html`<form method="post" novalidate>
${cardFields(problem)}
<button type="submit">Pay ${money(invoice.amount_remaining, invoice.currency)} with a test card</button>
</form>
${cardHelp()}`
      default:
        return html`<p>This invoice is no longer asked for.</p>`
    }
  }
}

const isFresh = (portalCreated: number): boolean => portalCreated + PORTAL_LIFE_SECONDS > nowSeconds()

function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function formOf(request: FastifyRequest): FormBranch {
  return parseForm(typeof request.body === 'string' ? request.body : '')
}

function fieldOf(form: FormBranch, name: string): string {
  const value = form.entries.get(name)
  return typeof value === 'string' ? value : ''
}

function entryOf(form: FormBranch): CardEntry {
  return { number: fieldOf(form, 'number'), expiry: fieldOf(form, 'expiry'), cvc: fieldOf(form, 'cvc') }
}

interface Gone {
  status?: number
  /** Where somebody came from, as far as that is known. */
  back?: string | null | undefined
}

function gone(reply: FastifyReply, title: string, { status = 410, back = null }: Gone = {}): FastifyReply {
  const wayOut = back
    ? html`<p>Nothing was paid here.</p><a class="away" href="${back}">Go back and try again</a>`
    : html`<p>Go back to where you came from and try again.</p>`
  return send(reply, status, title, wayOut)
}

function send(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    })
    .send(page(title, body))
}
