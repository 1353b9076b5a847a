// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCall, anInvoice, aSubscription, aUser, STANDINGS } from '#test/web/answers.ts'
import { reply } from '#test/web/fake-server.ts'
import {
  button,
  CHECKOUT,
  leaveFor,
  open,
  SUBSCRIBED,
  setUpSubscriptionScreen,
  withoutPauses,
} from '#test/web/subscription-screen.tsx'
import { getSession } from '#web/lib/session/session.ts'

setUpSubscriptionScreen()

describe('without a subscription', () => {
  test('the trial says how many days are left, and the card what the Basic Plan is', async () => {
    open({ standing: 'trial' })
    expect(await screen.findByRole('heading', { name: '11 days left in your free trial' })).toBeTruthy()
    expect(screen.getByText(/Until Mar 20, 2026/)).toBeTruthy()
    expect(screen.getByText('$19.99', { selector: '.price__fig' })).toBeTruthy()
    for (const line of ['Up to 5 loved ones', '30 calls per month', 'Daily check-in calls', 'Basic call reports']) {
      expect(screen.getByText(line)).toBeTruthy()
    }
    expect(screen.getByText(/12 of 30 calls booked/)).toBeTruthy()
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

  test('an account with scheduled calls that need an add-on reads so before paying, and nothing is chosen for it', async () => {
    open({
      standing: 'trial',
      answers: {
        'GET /api/calls/upcoming': () => [aCall({ callType: 'wellness_check' }), aCall()],
        'GET /api/calls/recurring': () => [aCall({ callType: 'medication_reminder', recurrencePattern: 'weekly' })],
      },
    })
    expect(await screen.findByText(/We’ll still make the single call of this type/)).toBeTruthy()
    expect(
      await screen.findByText(
        /You have a recurring call of this type\. Without this add-on it ends a month after you subscribe, on Apr 1\d, 2026 if/,
      ),
    ).toBeTruthy()
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
      () => reply(503, { message: "We can't reach the card company." }),
      "We can't reach the card company.",
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
    ['trialOver', 'Your free trial has ended', /We’ll keep making your scheduled calls until Mar 16, 2026/],
    ['ended', 'Your subscription has ended', /We’ll keep making your scheduled calls until Mar 16, 2026/],
    ['suspendedTrialOver', 'Your calls have been suspended since Mar 9, 2026', /Nothing is deleted/],
  ] as const)('%s: says what happens to the calls, over the card', async (standing, title, text) => {
    open({ standing })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('an account whose subscription is inactive still sees what was paid', async () => {
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
    expect(await screen.findByRole('heading', { name: 'You don’t need a subscription' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a plan that cannot be loaded says so, and can be loaded again', async () => {
    const { server, user } = open({ answers: { 'GET /api/subscription': () => reply(500, { message: 'Broken' }) } })
    expect(await screen.findByRole('heading', { name: 'We can’t see your plan right now' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.trial)
    await user.click(await button('Try again'))
    expect(await button('Subscribe')).toBeTruthy()
  })
})

describe('back from the checkout', () => {
  test('an account holder who paid sees a confirmation and is subscribed, and the address is clean again', async () => {
    const { server, address } = open({
      at: '/subscription?success=true',
      answers: { 'GET /api/auth/me': () => aUser(SUBSCRIBED) },
    })
    expect(await screen.findByText('You’re subscribed to the Basic Plan')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/subscription'))
    expect(server.sentTo('POST /api/subscription/refresh')).toHaveLength(1)
    expect(getSession()).toMatchObject({ user: { subscriptionStatus: 'active' } })
  })

  test('the app waits for a payment that the card provider does not know yet, and it cannot be made twice', async () => {
    withoutPauses()
    const { server, address } = open({ standing: 'trial', at: '/subscription?success=true' })
    expect(await screen.findByText('We’re waiting for the card company')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    server.routes['GET /api/subscription'] = () => aSubscription(STANDINGS.active)
    expect(await screen.findByText('You’re subscribed to the Basic Plan')).toBeTruthy()
    expect(address()).toBe('/subscription')
  })

  test('an account holder who has not paid sees so at once, and may subscribe', async () => {
    const { user, address } = open({ standing: 'trial', at: '/subscription?success=true' })
    await user.click(await button('I haven’t paid'))
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
    expect(screen.getByText(/please don’t pay again/)).toBeTruthy()
    await user.click(await button('I haven’t paid'))
    expect(await button('Subscribe')).toBeTruthy()
  })

  test('an account holder who left the checkout reads that nothing was charged', async () => {
    const { server, address } = open({ standing: 'trial', at: '/subscription?canceled=true' })
    expect(await screen.findByText('We haven’t charged you.')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/subscription'))
    expect(await button('Subscribe')).toBeTruthy()
    expect(server.sentTo('POST /api/subscription/refresh')).toEqual([])
  })
})
