// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCall, anInvoice, aSubscription, aUser, STANDINGS } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { getSession } from '#web/lib/session.ts'
import { Subscription } from './subscription.tsx'
import { PAUSE_MS } from './use-checkout-return.ts'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney.
const NOW = new Date('2026-03-09T23:24:00.000Z')
const CHECKOUT = 'https://checkout.example.com/c/1'
const leaveFor = vi.fn()

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney')
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  leaveFor.mockReset()
  vi.stubGlobal('location', { origin: 'http://localhost:3000', href: 'http://localhost:3000/', assign: leaveFor })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const SUBSCRIBED = {
  subscriptionPlan: 'Basic Plan',
  subscriptionStatus: 'active',
  subscriptionRenewalDate: '2026-04-01T00:00:00.000Z',
  subscriptionAddOns: ['MEDICATION_REMINDER'],
}

interface Given {
  standing?: keyof typeof STANDINGS
  user?: Parameters<typeof aUser>[0]
  at?: string
  answers?: Parameters<typeof fakeServer>[0]
}

function open({ standing = 'active', user, at = '/subscription', answers = {} }: Given = {}) {
  const server = fakeServer({
    'GET /api/auth/me': () => aUser(user),
    'GET /api/subscription': () => aSubscription(STANDINGS[standing]),
    'GET /api/billing/history': () => ({ invoices: [] }),
    'GET /api/billing/payment-methods': () => ({
      paymentMethods: [{ brand: 'visa', last4: '4242', expMonth: 8, expYear: 2027, paysPlan: true }],
    }),
    'GET /api/calls/upcoming': () => [],
    'POST /api/subscription/refresh': () => aUser(user),
    ...answers,
  })
  return { server, ...renderScreen(Subscription, { at, route: '/subscription', user }) }
}
/** The card provider is asked again at once instead of after a pause. */
function withoutPauses() {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => setTimeout(act, ms === PAUSE_MS ? 1 : ms))
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const card = async (name: string) => {
  const found = (await screen.findByRole('heading', { name, level: 3 })).closest('article')
  if (!found) throw new Error(`${name} has no card`)
  return within(found)
}

describe('without a subscription', () => {
  test('the trial says how many days are left, and the card what the Basic Plan is', async () => {
    open({ standing: 'trial' })
    expect(await screen.findByRole('heading', { name: '11 days left in your free trial' })).toBeTruthy()
    expect(screen.getByText(/Until Mar 20, 2026/)).toBeTruthy()
    expect(screen.getByText('$19.99', { selector: '.price__fig' })).toBeTruthy()
    for (const line of ['Up to 5 loved ones', '30 calls per month', 'Daily check-in calls', 'Basic call reports']) {
      expect(screen.getByText(line)).toBeTruthy()
    }
    expect(screen.getByText(/12 of 30 calls of your free trial/)).toBeTruthy()
    expect(screen.getByText('3 of 5 loved ones')).toBeTruthy()
    expect(screen.queryByText('Billing history')).toBeNull()
  })

  test('Subscribe goes to the page that the card provider names, with the add-ons that were chosen', async () => {
    const { server, user } = open({
      standing: 'trial',
      answers: { 'POST /api/subscription/init': () => ({ clientSecret: 'cs_1', url: CHECKOUT }) },
    })
    await user.click(await screen.findByRole('switch', { name: /^Wellness Check/ }))
    expect(screen.getByText('$27.98')).toBeTruthy()
    await user.click(await button('Subscribe'))
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(CHECKOUT))
    expect(server.sentTo('POST /api/subscription/init').map(({ body }) => body)).toEqual([
      { addOns: ['WELLNESS_CHECK'] },
    ])
  })

  test('what was paid before is shown beside the card to subscribe with', async () => {
    open({ standing: 'trial', answers: { 'GET /api/billing/history': () => ({ invoices: [anInvoice()] }) } })
    expect(await screen.findByRole('table', { name: 'Invoices' })).toBeTruthy()
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('whoever has calls scheduled that need an add-on is told before they pay, and nothing is chosen for them', async () => {
    open({
      standing: 'trial',
      answers: {
        'GET /api/calls/upcoming': () => [aCall({ callType: 'medication_reminder' }), aCall()],
      },
    })
    expect(await screen.findByText(/You have a call of this type scheduled/)).toBeTruthy()
    for (const each of screen.getAllByRole('switch')) expect((each as HTMLInputElement).checked).toBe(false)
  })

  test.each([
    ['without a client secret', () => ({ url: CHECKOUT }), 'No client secret returned'],
    ['without an address', () => ({ clientSecret: 'cs_1' }), "Failed to load the card provider's script"],
    [
      'with an address that is no web page',
      () => ({ clientSecret: 'cs_1', url: 'javascript:alert(1)' }),
      "Failed to load the card provider's script",
    ],
    [
      'of a refusal',
      () => reply(503, { message: 'The card provider cannot be reached.' }),
      'The card provider cannot be reached.',
    ],
  ])('an answer %s leaves nobody on another page, and says why', async (_what, answer, message) => {
    const { user } = open({ standing: 'trial', answers: { 'POST /api/subscription/init': answer } })
    await user.click(await button('Subscribe'))
    // In a toast and, because that passes, above the button.
    expect(await screen.findAllByText(`Failed to initialize subscription: ${message}`)).toHaveLength(2)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(await button('Subscribe')).toBeTruthy()
  })

  test.each([
    ['trialOver', 'Your free trial has ended', /Scheduled calls go on until Mar 16, 2026/],
    ['ended', 'Your subscription has ended', /Scheduled calls go on until Mar 16, 2026/],
    ['suspendedTrialOver', 'Calls have been suspended since Mar 9, 2026', /Nothing is deleted/],
  ] as const)('%s: says what happens to the calls, over the card', async (standing, title, text) => {
    open({ standing })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('whose subscription is inactive still sees what was paid', async () => {
    open({
      standing: 'ended',
      user: { subscriptionStatus: 'inactive' },
      answers: { 'GET /api/billing/history': () => ({ invoices: [anInvoice()] }) },
    })
    expect(await screen.findByText('CO-2026-0217')).toBeTruthy()
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('where nobody is charged, there is nothing to press', async () => {
    open({ standing: 'off' })
    expect(await screen.findByRole('heading', { name: 'No subscription is needed' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a plan that cannot be loaded is said to be so, and can be asked for again', async () => {
    const { server, user } = open({ answers: { 'GET /api/subscription': () => reply(500, { message: 'Broken' }) } })
    expect(await screen.findByRole('heading', { name: 'We can’t see your plan just now' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.trial)
    await user.click(await button('Try again'))
    expect(await button('Subscribe')).toBeTruthy()
  })
})

describe('a subscription', () => {
  const active = { user: SUBSCRIBED }

  test('is shown with its price, its renewal and what is used of it', async () => {
    open(active)
    expect(await screen.findByRole('heading', { name: 'Basic Plan' })).toBeTruthy()
    expect(screen.getByText('Active')).toBeTruthy()
    expect(screen.getByText('$25.98')).toBeTruthy()
    expect(screen.getByText('per month, with 1 add-on')).toBeTruthy()
    expect(screen.getByText('Renews Apr 1, 2026. Up to 5 loved ones, 30 calls per month.')).toBeTruthy()
    expect(screen.getByText(/12 of 30 calls this month/)).toBeTruthy()
    expect(await screen.findByText('Visa ending in 4242')).toBeTruthy()
    expect(screen.getByText('Expires 08/2027')).toBeTruthy()
  })

  test('a user from before the payment is no reason to show the card to subscribe with', async () => {
    const { server } = open({ user: {}, answers: { 'GET /api/auth/me': () => aUser(SUBSCRIBED) } })
    expect(await screen.findByText('Current plan')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    await waitFor(() => expect(getSession()).toMatchObject({ user: { subscriptionStatus: 'active' } }))
    expect(server.sentTo('GET /api/auth/me').length).toBeGreaterThan(0)
  })

  test('a status nobody knows is shown as it is', async () => {
    open({ user: { ...SUBSCRIBED, subscriptionStatus: 'paused' } })
    expect(await screen.findByText('paused')).toBeTruthy()
  })

  test('an add-on is added after a question that says what it costs; the whole list is sent', async () => {
    const { server, user } = open({ ...active, answers: { 'PATCH /api/subscription/update': () => aUser(SUBSCRIBED) } })
    await user.click((await card('Wake-up Call')).getByRole('switch'))
    const question = await screen.findByRole('alertdialog', { name: 'Add Wake-up Call to your plan?' })
    expect(question.textContent).toContain('from $25.98 to $29.97 per month')
    expect(question.textContent).toContain('on your next invoice')
    expect(server.sentTo('PATCH /api/subscription/update')).toEqual([])
    server.routes['GET /api/auth/me'] = () =>
      aUser({ ...SUBSCRIBED, subscriptionAddOns: ['MEDICATION_REMINDER', 'WAKE_UP_CALL'] })
    await user.click(within(question).getByRole('button', { name: 'Add to plan' }))
    await waitFor(() =>
      expect(getSession()).toMatchObject({
        user: { subscriptionAddOns: ['MEDICATION_REMINDER', 'WAKE_UP_CALL'] },
      }),
    )
    expect(server.sentTo('PATCH /api/subscription/update').map(({ body }) => body)).toEqual([
      { addOns: ['MEDICATION_REMINDER', 'WAKE_UP_CALL'] },
    ])
  })

  test('an add-on that is in use stays, and its card says why', async () => {
    const inUse = 'Medication Reminder still has 2 scheduled calls. Cancel them first.'
    const { user } = open({
      ...active,
      answers: { 'PATCH /api/subscription/update': () => reply(409, { message: inUse }) },
    })
    await user.click((await card('Medication Reminder')).getByRole('switch'))
    await user.click(await button('Remove'))
    expect(await (await card('Medication Reminder')).findByText(`Failed to update subscription: ${inUse}`)).toBeTruthy()
    expect((await card('Medication Reminder')).getByRole('link', { name: /See the calls/ })).toBeTruthy()
    expect((await card('Medication Reminder')).getByText('Added')).toBeTruthy()
  })

  test('why an add-on stayed is forgotten when another change succeeds', async () => {
    const { server, user } = open({
      ...active,
      answers: { 'PATCH /api/subscription/update': () => reply(409, { message: 'In use.' }) },
    })
    await user.click((await card('Medication Reminder')).getByRole('switch'))
    await user.click(await button('Remove'))
    await (await card('Medication Reminder')).findByText(/In use/)
    server.routes['PATCH /api/subscription/update'] = () => aUser(SUBSCRIBED)
    await user.click((await card('Wake-up Call')).getByRole('switch'))
    await user.click(await button('Add to plan'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await card('Medication Reminder')).queryByText(/In use/)).toBeNull()
  })

  test.each([
    ['Remove', 'PATCH /api/subscription/update'],
    ['Cancel subscription', 'POST /api/subscription/cancel'],
  ])('a double click on %s in the question changes the plan once', async (confirm, change) => {
    const { server, user } = open({ ...active, answers: { [change]: () => aUser(SUBSCRIBED) } })
    if (confirm === 'Remove') await user.click((await card('Medication Reminder')).getByRole('switch'))
    else await user.click(await button(confirm))
    const question = await screen.findByRole('alertdialog')
    const yes = within(question).getByRole('button', { name: confirm })
    yes.click()
    yes.click()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.sentTo(change)).toHaveLength(1)
  })

  test('whoever cancels is told that changed add-ons are settled at the end, for there is no next invoice', async () => {
    const { user } = open({ ...active, standing: 'cancelling' })
    expect((await screen.findAllByText(/Add-ons you changed this month are settled/)).length).toBe(2)
    expect(screen.queryByText(/not charged again/)).toBeNull()
    await user.click((await card('Wake-up Call')).getByRole('switch'))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('you pay a part of it, when your subscription ends on that day.')
    expect(question.textContent).not.toContain('next invoice')
  })

  test('invoices are listed with their status and a link; paid is Paid, the rest as it is', async () => {
    open({
      ...active,
      answers: {
        'GET /api/billing/history': () => ({
          invoices: [anInvoice(), anInvoice({ number: 'CO-2026-0098', amount: 19.99, status: 'open', url: null })],
        }),
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Invoices' }))
    const [, paid, unpaid] = table.getAllByRole('row')
    expect(paid?.textContent).toContain('CO-2026-0217Mar 1, 2026$25.98Paid')
    expect(unpaid?.textContent).toContain('$19.99open')
    const link = table.getByRole('link', { name: /View invoice CO-2026-0217/ })
    expect(link.getAttribute('href')).toBe('https://pay.example.com/invoice/1')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(table.getAllByRole('link')).toHaveLength(1)
  })

  test('no invoices and no card are said', async () => {
    open({ ...active, answers: { 'GET /api/billing/payment-methods': () => ({ paymentMethods: [] }) } })
    expect(await screen.findByText('No invoices yet.')).toBeTruthy()
    expect(await screen.findByText('No card is saved.')).toBeTruthy()
  })

  test('what cannot be loaded of the billing leaves the rest usable', async () => {
    const down = () => reply(503, { message: 'Away' })
    open({ ...active, answers: { 'GET /api/billing/history': down, 'GET /api/billing/payment-methods': down } })
    expect(await screen.findByText('Failed to load billing history. Please try again.')).toBeTruthy()
    expect(await screen.findByText('Failed to load payment methods. Please try again.')).toBeTruthy()
    expect(screen.getByText('Renews Apr 1, 2026. Up to 5 loved ones, 30 calls per month.')).toBeTruthy()
  })

  test('of several cards the one that is charged says so', async () => {
    const cards = [
      { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2027, paysPlan: true },
      { brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2028, paysPlan: false },
    ]
    open({ ...active, answers: { 'GET /api/billing/payment-methods': () => ({ paymentMethods: cards }) } })
    const charged = (await screen.findByText('Visa ending in 4242')).closest('li')
    expect(charged?.textContent).toContain('Charged for your plan')
    expect(screen.getAllByText(/Charged for your plan/)).toHaveLength(1)
  })

  test('Change card goes to the page of the card provider', async () => {
    const { user } = open({ ...active, answers: { 'POST /api/subscription/portal': () => ({ url: CHECKOUT }) } })
    await user.click(await button('Change card'))
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(CHECKOUT))
  })

  test('cancelling asks first, saying when it ends and what happens to the calls', async () => {
    const { server, user } = open({ ...active, answers: { 'POST /api/subscription/cancel': () => aUser(SUBSCRIBED) } })
    await user.click(await button('Cancel subscription'))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel your subscription?' })
    expect(question.textContent).toContain('It ends on Apr 1, 2026')
    expect(question.textContent).toContain('for 7 days after we tell you')
    expect(question.textContent).toContain('Add-ons you changed this month are settled then')
    expect(server.sentTo('POST /api/subscription/cancel')).toEqual([])
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.cancelling)
    await user.click(within(question).getByRole('button', { name: 'Cancel subscription' }))
    expect(await button('Resume subscription')).toBeTruthy()
    expect(screen.getByText('Ends Apr 1, 2026', { selector: '.pill' })).toBeTruthy()
  })

  test('what is cancelled can be resumed', async () => {
    const { server, user } = open({
      standing: 'cancelling',
      user: SUBSCRIBED,
      answers: { 'POST /api/subscription/resume': () => aUser(SUBSCRIBED) },
    })
    const resume = await button('Resume subscription')
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.active)
    await user.click(resume)
    expect(await screen.findByText('Active')).toBeTruthy()
    expect(server.sentTo('POST /api/subscription/resume')).toHaveLength(1)
  })

  test('a payment that failed says until when calls go on, and is paid after the card was changed', async () => {
    const { server, user } = open({
      standing: 'pastDue',
      user: { ...SUBSCRIBED, subscriptionStatus: 'past_due' },
      answers: {
        'POST /api/subscription/portal': () => ({ url: CHECKOUT }),
        'POST /api/subscription/pay': () => reply(402, { message: 'Your card was declined.' }),
      },
    })
    expect((await screen.findByText('Your last payment failed')).closest('.note--warning')).toBeTruthy()
    expect(screen.getByText(/Calls go on until Mar 15, 2026.*Change your card, then press Pay now/)).toBeTruthy()
    expect(screen.getByText('Past due')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    await user.click(await button('Pay now'))
    // In a toast and, because that passes, below the button.
    expect(await screen.findAllByText('Failed to pay: Your card was declined.')).toHaveLength(2)
    const [change] = screen.getAllByRole('button', { name: 'Change card' })
    if (change) await user.click(change)
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(CHECKOUT))
    server.routes['POST /api/subscription/pay'] = () => aUser(SUBSCRIBED)
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.active)
    await user.click(await button('Pay now'))
    expect(await screen.findByText('Active')).toBeTruthy()
    expect(screen.queryByText('Your last payment failed')).toBeNull()
  })

  test('a double click on Pay now pays once', async () => {
    const { server } = open({
      standing: 'suspendedUnpaid',
      answers: { 'POST /api/subscription/pay': () => aUser(SUBSCRIBED) },
    })
    const pay = await button('Pay now')
    pay.click()
    pay.click()
    await screen.findByText('Payment received')
    expect(server.sentTo('POST /api/subscription/pay')).toHaveLength(1)
  })

  test('that is unpaid and cancelled already offers to resume it, not to cancel it once more', async () => {
    open({ standing: 'pastDueCancelled', user: { ...SUBSCRIBED, subscriptionStatus: 'past_due' } })
    expect(await button('Resume subscription')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
    expect(screen.getByText(/It is cancelled and ends on Apr 1, 2026/)).toBeTruthy()
  })

  test('suspended calls are told, with the way to pay and not a way to subscribe twice', async () => {
    open({ standing: 'suspendedUnpaid', user: { ...SUBSCRIBED, subscriptionStatus: 'past_due' } })
    expect(await screen.findByText('Calls have been suspended since Mar 9, 2026')).toBeTruthy()
    expect(screen.getByText('Suspended')).toBeTruthy()
    expect(await button('Pay now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
  })
})

describe('back from the checkout', () => {
  test('whoever paid is told, is known as subscribed, and the address is clean again', async () => {
    const { server, address } = open({
      at: '/subscription?success=true',
      answers: { 'GET /api/auth/me': () => aUser(SUBSCRIBED) },
    })
    expect(await screen.findByText('You are subscribed to the Basic Plan')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/subscription'))
    expect(server.sentTo('POST /api/subscription/refresh')).toHaveLength(1)
    expect(getSession()).toMatchObject({ user: { subscriptionStatus: 'active' } })
  })

  test('a payment the card provider does not know of yet is waited for, and cannot be made twice', async () => {
    withoutPauses()
    const { server, address } = open({ standing: 'trial', at: '/subscription?success=true' })
    expect(await screen.findByText('We are waiting for the card provider')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.active)
    expect(await screen.findByText('You are subscribed to the Basic Plan')).toBeTruthy()
    expect(address()).toBe('/subscription')
  })

  test('whoever has not paid says so at once, and may subscribe', async () => {
    const { user, address } = open({ standing: 'trial', at: '/subscription?success=true' })
    await user.click(await button('I have not paid'))
    expect(await button('Subscribe')).toBeTruthy()
    expect(address()).toBe('/subscription')
  })

  test('the waiting has an end, after which it can be asked again or given up', async () => {
    withoutPauses()
    const { server, user, address } = open({ standing: 'trial', at: '/subscription?success=true' })
    expect(await button('Check again')).toBeTruthy()
    expect(server.sentTo('POST /api/subscription/refresh').length).toBeLessThanOrEqual(8)
    // A reload does not wait all over again.
    await waitFor(() => expect(address()).toBe('/subscription'))
    expect(screen.getByText(/please do not pay again/)).toBeTruthy()
    await user.click(await button('I have not paid'))
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('whoever left it is told that nothing was charged', async () => {
    const { server, address } = open({ standing: 'trial', at: '/subscription?canceled=true' })
    expect(await screen.findByText('Nothing was charged.')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/subscription'))
    expect(await button('Subscribe')).toBeTruthy()
    expect(server.sentTo('POST /api/subscription/refresh')).toEqual([])
  })
})
