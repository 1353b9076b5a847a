import { expect, test } from 'vitest'
import {
  createPrices,
  DECLINED,
  openCheckout,
  PAYS,
  PAYS_FIRST,
  startSimulation,
  submitCard,
  subscribe,
} from '#test/stripe-simulator/start-simulation.ts'

async function openPage() {
  const simulation = await startSimulation()
  const { basic } = await createPrices(simulation.stripe)
  const customer = await simulation.stripe.customers.create({ email: 'margaret@example.com' })
  const session = await openCheckout(simulation.stripe, customer.id, basic.id)
  return { ...simulation, basic, customer, session, url: session.url ?? '' }
}

test('the checkout page is clearly a test, names what is bought and leads back', async () => {
  const { url } = await openPage()
  const response = await fetch(url)
  const text = await response.text()
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('<title>TEST: Subscribe to Cooee</title>')
  expect(text).toContain('Never enter a real card')
  expect(text).toContain('Basic Plan')
  expect(text).toContain('$19.99 a month')
  expect(text).toContain('href="https://cooee.example/subscription?canceled=true"')
  for (const field of ['Card number', 'Expiry', 'CVC']) expect(text).toContain(field)
})

test('a declined card stays on the page with a message, and the next one pays', async () => {
  const { url, simulator } = await openPage()
  const declined = await submitCard(url, DECLINED)
  expect(declined).toMatchObject({ status: 402, location: null })
  expect(declined.text).toContain('role="alert" id="problem">Your card was declined.</p>')
  expect(declined.text).not.toContain('value="4000')
  expect(simulator.checkoutSessions()).toMatchObject([{ status: 'open', subscription: null }])
  expect((await submitCard(url, '4242424242424242')).status).toBe(303)
})

test.each([
  ['a number cut short', { number: '4242' }, 'Your card number is incomplete.'],
  ['somebody’s real card', { number: '4111 1111 1111 1111' }, 'it takes the test cards shown here only'],
  ['a date in the past', { expiry: '01/20' }, 'Your card’s expiry date is in the past.'],
  ['a month there is not', { expiry: '13/34' }, 'Your card’s expiry date is incomplete.'],
  ['a security code cut short', { cvc: '1' }, 'Your card’s security code is incomplete.'],
])('%s is refused with a sentence', async (_what, fields, sentence) => {
  const { url, simulator } = await openPage()
  const answer = await submitCard(url, PAYS, fields)
  expect(answer.status).toBe(402)
  expect(answer.text).toContain(sentence)
  expect(simulator.subscriptions()).toEqual([])
})

test('pressing Pay twice begins one subscription', async () => {
  const { url, simulator } = await openPage()
  const answers = await Promise.all([submitCard(url, PAYS), submitCard(url, PAYS)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 303])
  expect(simulator.subscriptions()).toHaveLength(1)
  expect(await (await fetch(url)).text()).toContain('You have paid already')
})

test('a checkout that has expired leads back', async () => {
  const { url, session, stripe } = await openPage()
  await stripe.checkout.sessions.expire(session.id)
  const response = await fetch(url)
  expect(response.status).toBe(410)
  expect(await response.text()).toContain('href="https://cooee.example/subscription?canceled=true">Go back')
})

test('an open invoice has a page on which it is paid with another card', async () => {
  const { stripe, simulator } = await startSimulation()
  const { subscription, customer } = await subscribe(stripe, PAYS_FIRST)
  simulator.advance(subscription.id)
  const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: 'open' })).data
  const url = invoice?.hosted_invoice_url ?? ''
  expect(await (await fetch(url)).text()).toContain('$19.99')
  expect((await submitCard(url, PAYS_FIRST)).text).toContain('Your card was declined.')
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id })
  expect(await (await fetch(url)).text()).toContain(`href="${portal.url}">Back</a>`)
  expect((await submitCard(url, PAYS)).text).toContain('This invoice is paid.')
  expect(simulator.subscriptions()).toMatchObject([{ status: 'active' }])
})

test('names are shown as text, whatever they contain', async () => {
  const { stripe } = await startSimulation()
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
    product: (await stripe.products.create({ name: '<script>alert(1)</script>' })).id,
  })
  const customer = await stripe.customers.create({})
  const session = await openCheckout(stripe, customer.id, price.id)
  const text = await (await fetch(session.url ?? '')).text()
  expect(text).not.toContain('<script>')
  expect(text).toContain('&lt;script&gt;')
})

test('a link into the portal that nobody was given opens nothing', async () => {
  const { simulator } = await startSimulation()
  expect((await fetch(`${simulator.url}/p/session/test_guess`)).status).toBe(410)
  expect((await fetch(`${simulator.url}/p/session/`)).status).toBe(410)
  expect((await fetch(`${simulator.url}/c/pay/cs_test_guess`)).status).toBe(410)
  expect((await fetch(`${simulator.url}/i/in_guess`)).status).toBe(404)
})
