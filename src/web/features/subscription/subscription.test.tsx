// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCall, anInvoice, aSubscription, aUser, STANDINGS } from '#test/web/answers.ts'
import { reply } from '#test/web/fake-server.ts'
import {
  button,
  CHECKOUT,
  card,
  leaveFor,
  open,
  SUBSCRIBED,
  setUpSubscriptionScreen,
} from '#test/web/subscription-screen.tsx'
import { getSession } from '#web/lib/session/session.ts'

setUpSubscriptionScreen()

describe('a subscription', () => {
  const active = { user: SUBSCRIBED }

  test('a subscription is shown with its price, its renewal and what is used of it', async () => {
    open(active)
    expect(await screen.findByRole('heading', { name: 'Basic Plan' })).toBeTruthy()
    expect(screen.getByText('Active')).toBeTruthy()
    expect(screen.getByText('$25.98')).toBeTruthy()
    expect(screen.getByText('per month, with 1 add-on')).toBeTruthy()
    expect(screen.getByText('Renews Apr 1, 2026. Up to 5 loved ones, 30 calls per month.')).toBeTruthy()
    expect(screen.getByText(/12 of 30 calls booked/)).toBeTruthy()
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

  test('a subscription in the trial says which types end without their add-on, and when', async () => {
    const plan = {
      ...aSubscription(STANDINGS.active),
      endingTypes: { callTypes: ['wake_up_call'], at: '2026-04-01T00:00:00.000Z' },
    }
    open({ standing: 'active', answers: { 'GET /api/subscription': () => plan } })
    expect(await screen.findByText('Your Wake-up Call calls end on Apr 1, 2026')).toBeTruthy()
    expect(screen.getByText(/To keep them, add Wake-up Call below before then/)).toBeTruthy()
  })

  test('an add-on is added after a question that says what it costs; the whole list is sent', async () => {
    const { server, user } = open({ ...active, answers: { 'PATCH /api/subscription/update': () => aUser(SUBSCRIBED) } })
    await user.click((await card('Wake-up Call')).getByRole('switch'))
    const question = await screen.findByRole('alertdialog', { name: 'Add Wake-up Call to your plan?' })
    expect(question.textContent).toContain('from $25.98 to $29.97 per month')
    expect(question.textContent).toContain('to your next invoice')
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

  test('an add-on in use is removed with its calls after the same question', async () => {
    const reminder = aCall({ callType: 'medication_reminder' })
    const { server, user } = open({
      ...active,
      answers: {
        'GET /api/calls/upcoming': () => [reminder],
        'PATCH /api/subscription/update': () => aUser(SUBSCRIBED),
      },
    })
    await user.click((await card('Medication Reminder')).getByRole('switch'))
    await screen.findByText(/^We’ll end the Medication Reminder you’ve scheduled/)
    await user.click(await button('Remove and end calls'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.sentTo('PATCH /api/subscription/update')[0]?.body).toEqual({ addOns: [], endCalls: true })
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

  test('an account holder who cancels reads that changed add-ons are settled at the end, for there is no next invoice', async () => {
    const { user } = open({ ...active, standing: 'cancelling' })
    expect((await screen.findAllByText(/We(’ll)? settle add-ons you changed this month/)).length).toBe(2)
    expect(screen.queryByText(/not charged again/)).toBeNull()
    await user.click((await card('Wake-up Call')).getByRole('switch'))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('when your subscription ends.')
    expect(question.textContent).not.toContain('next invoice')
  })

  test('invoices are listed with their status and a link; one that is open says so and can be paid', async () => {
    open({
      ...active,
      answers: {
        'GET /api/billing/history': () => ({
          invoices: [
            anInvoice(),
            anInvoice({
              number: 'CO-2026-0098',
              amount: 19.99,
              status: 'open',
              url: 'https://pay.example.com/invoice/2',
            }),
          ],
        }),
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Invoices' }))
    const [, paid, unpaid] = table.getAllByRole('row')
    expect(paid?.textContent).toContain('CO-2026-0217Mar 1, 2026$25.98Paid')
    expect(unpaid?.textContent).toContain('$19.99Not paid yet')
    expect(table.getByRole('link', { name: /Pay now invoice CO-2026-0098/ })).toBeTruthy()
    const link = table.getByRole('link', { name: /View invoice CO-2026-0217/ })
    expect(link.getAttribute('href')).toBe('https://pay.example.com/invoice/1')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(table.getAllByRole('link')).toHaveLength(2)
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

  test('a subscription with several cards marks the one that is charged', async () => {
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
    expect(question.textContent).toContain('for 7 days after we email you')
    expect(question.textContent).toContain('We’ll settle add-ons you changed this month then')
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
        'GET /api/billing/history': () => ({ invoices: [anInvoice({ status: 'open' })] }),
        'POST /api/subscription/pay': () => reply(402, { message: 'Your card was declined.' }),
      },
    })
    expect((await screen.findByText('Your last payment failed')).closest('.note--warning')).toBeTruthy()
    expect(
      screen.getByText(/We’ll keep making your calls until Mar 15, 2026.*Change your card, then press Pay now/),
    ).toBeTruthy()
    expect(screen.getByText('Past due')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    await user.click(await button('Pay now'))
    // In a toast and, because that passes, below the button.
    expect(await screen.findAllByText(/^Failed to pay: Your card was declined\./)).toHaveLength(2)
    const invoice = screen.getByRole('link', { name: /^Open the invoice/ })
    expect(invoice.getAttribute('href')).toBe('https://pay.example.com/invoice/1')
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

  test('a subscription that is unpaid and cancelled already offers to resume it, not to cancel it once more', async () => {
    open({ standing: 'pastDueCancelled', user: { ...SUBSCRIBED, subscriptionStatus: 'past_due' } })
    expect(await button('Resume subscription')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
    expect(screen.getByText(/You’ve cancelled it, and it ends on Apr 1, 2026/)).toBeTruthy()
  })

  test('suspended calls are shown, with the way to pay and not a way to subscribe twice', async () => {
    open({ standing: 'suspendedUnpaid', user: { ...SUBSCRIBED, subscriptionStatus: 'past_due' } })
    expect(await screen.findByText('Your calls have been suspended since Mar 9, 2026')).toBeTruthy()
    expect(screen.getByText('Suspended')).toBeTruthy()
    expect(await button('Pay now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
  })
})
