import { describe, expect, test } from 'vitest'
import { billingHistory, paymentMethods, subscriptionSchema } from '#contract/accounts/billing.ts'
import { A_PASSWORD, aLovedOne } from '#test/factories.ts'
import {
  atProvider,
  cooee,
  DAY,
  jane,
  PAST_DUE,
  payments,
  setUpSubscriber,
  subscribe,
} from '#test/subscriber-fixture.ts'

setUpSubscriber()

describe('cards and invoices', () => {
  test('the card is changed on a page of the provider', async () => {
    expect((await jane.post('/api/subscription/portal')).statusCode).toBe(409)
    await subscribe()
    expect((await jane.post('/api/subscription/portal')).json().url).toMatch(/^https:\/\/pay\.example\/portal\//)
    payments.isDown = true
    expect((await jane.post('/api/subscription/portal')).statusCode).toBe(503)
  })

  test('the invoices are shown as the provider has them', async () => {
    await subscribe()
    const { invoices } = billingHistory.parse((await jane.get('/api/billing/history')).json())
    expect(invoices).toMatchObject([{ amount: 19.99, status: 'paid', date: '2026-03-10T00:00:00.000Z' }])
    const cards = paymentMethods.parse((await jane.get('/api/billing/payment-methods')).json())
    expect(cards.paymentMethods).toEqual([
      { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paysPlan: true },
    ])
  })

  test('an account that never paid has an empty list of invoices', async () => {
    expect((await jane.get('/api/billing/history')).json()).toEqual({ invoices: [] })
    expect((await jane.get('/api/billing/payment-methods')).json()).toEqual({ paymentMethods: [] })
  })

  test.each([
    ['history', 'Failed to load billing history. Please try again.'],
    ['payment-methods', 'Failed to load payment methods. Please try again.'],
  ])('%s says that it could not be loaded', async (path, message) => {
    await subscribe()
    payments.isDown = true
    const answer = await jane.get(`/api/billing/${path}`)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ message })
  })

  test('invoices are not read so often that the provider has no time for anybody else', async () => {
    await subscribe()
    for (let read = 0; read < 60; read++) {
      expect((await jane.get('/api/billing/history')).statusCode).toBe(200)
      expect((await jane.get('/api/billing/payment-methods')).statusCode).toBe(200)
    }
    for (const path of ['history', 'payment-methods']) {
      const refused = await jane.get(`/api/billing/${path}`)
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('600')
    }
  })

  test('the invoices of another account are not shown', async () => {
    await subscribe()
    const other = await cooee.aRegisteredAccount()
    expect((await other.get('/api/billing/history')).json()).toEqual({ invoices: [] })
    expect((await other.get('/api/billing/payment-methods')).json()).toEqual({ paymentMethods: [] })
    expect((await other.post('/api/subscription/portal')).statusCode).toBe(409)
  })
})

describe('the standing of an account', () => {
  const standing = async () => subscriptionSchema.parse((await jane.get('/api/subscription')).json())

  test('the standing of an account begins with the trial', async () => {
    await jane.post('/api/loved-ones', aLovedOne())
    expect(await standing()).toEqual({
      standing: { kind: 'trial', endsAt: '2026-03-24T00:00:00.000Z' },
      endingTypes: null,
      usage: {
        calls: 0,
        since: '2026-03-10T00:00:00.000Z',
        until: '2026-03-24T00:00:00.000Z',
        lovedOnes: 1,
        callsPerMonth: 30,
        lovedOnesAtMost: 5,
      },
    })
  })

  test('an account is unpaid until its calls are really suspended, however long ago that was announced', async () => {
    await subscribe()
    await jane.post('/api/subscription/cancel')
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    const told = new Date(cooee.clock.now().getTime() - 9 * DAY)
    const cancelsAt = '2026-04-09T00:00:00.000Z'
    await cooee.db
      .updateTable('accounts')
      .set({ lapseNotifiedAt: told })
      .where('id', '=', jane.user.circle.id)
      .execute()
    const now = cooee.clock.now().toISOString()
    expect((await standing()).standing).toMatchObject({ kind: 'past_due', suspendsAt: now, cancelsAt })
    await cooee.db
      .updateTable('accounts')
      .set({ suspendedAt: cooee.clock.now(), suspendedBecause: 'past_due' })
      .where('id', '=', jane.user.circle.id)
      .execute()
    expect((await standing()).standing).toEqual({ kind: 'suspended', cause: 'past_due', since: now, cancelsAt })
  })

  test('the standing of an account is shown without the card provider', async () => {
    await subscribe(['WAKE_UP_CALL'])
    payments.isDown = true
    expect((await standing()).standing).toEqual({
      kind: 'active',
      addOns: ['WAKE_UP_CALL'],
      renewsAt: '2026-04-09T00:00:00.000Z',
      cancelsAt: null,
    })
  })

  test('the standing is off where nobody is charged, and nothing can be bought', async () => {
    cooee.billing.isBillingOn = false
    expect(await standing()).toMatchObject({
      standing: { kind: 'off' },
      usage: { callsPerMonth: null, lovedOnesAtMost: null },
    })
    for (const path of ['init', 'cancel', 'resume', 'portal']) {
      const answer = await jane.post(`/api/subscription/${path}`)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/Cooee is free here/)
    }
    expect((await jane.patch('/api/subscription/update', { addOns: [] })).statusCode).toBe(409)
    expect((await jane.post('/api/subscription/refresh')).statusCode).toBe(200)
  })
})

describe('the subscription fields of the user', () => {
  const FIELDS = ['subscriptionPlan', 'subscriptionStatus', 'subscriptionRenewalDate', 'subscriptionAddOns']
  const NOTHING = { subscriptionPlan: null, subscriptionRenewalDate: null, subscriptionAddOns: null }
  const everywhere = async () => {
    const login = await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })
    const me = await jane.get('/api/me')
    const authMe = await jane.get('/api/auth/me')
    const profile = await jane.patch('/api/profile', {})
    return [login.json().user, me.json(), authMe.json(), profile.json()]
  }

  test('the subscription fields are absent in the trial', async () => {
    for (const user of [jane.user, ...(await everywhere())]) {
      for (const field of FIELDS) expect(user).not.toHaveProperty(field)
    }
  })

  test('the subscription fields come with every answer that carries the user', async () => {
    await subscribe(['WAKE_UP_CALL'])
    for (const user of await everywhere()) {
      expect(user).toMatchObject({
        subscriptionPlan: 'Basic Plan',
        subscriptionStatus: 'active',
        subscriptionRenewalDate: '2026-04-09T00:00:00.000Z',
        subscriptionAddOns: ['WAKE_UP_CALL'],
      })
    }
    expect((await jane.get('/api/dashboard/stats')).json().subscription).toEqual({ plan: 'Basic Plan' })
  })

  test('a subscription is shown as past due as long as it is, while the plan stays active for the days of grace', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    expect((await jane.get('/api/me')).json()).toMatchObject({
      subscriptionPlan: 'Basic Plan',
      subscriptionStatus: 'past_due',
    })
    const lapseNotifiedAt = cooee.clock.now()
    cooee.clock.advance(8 * DAY)
    await cooee.db
      .updateTable('accounts')
      .set({ lapseNotifiedAt, suspendedAt: cooee.clock.now(), suspendedBecause: 'past_due' })
      .where('id', '=', jane.user.circle.id)
      .execute()
    const later = cooee.signedIn(
      (await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })).json(),
    )
    expect((await later.get('/api/me')).json()).toMatchObject({
      subscriptionPlan: null,
      subscriptionStatus: 'past_due',
    })
  })

  test('a subscription is shown as inactive after its end, also within the days of the trial', async () => {
    await subscribe()
    Object.assign(atProvider(), { status: 'ended', endedAt: cooee.clock.now() })
    await jane.post('/api/subscription/refresh')
    expect((await jane.get('/api/me')).json()).toMatchObject({ ...NOTHING, subscriptionStatus: 'inactive' })
    cooee.clock.advance(15 * DAY)
    const login = await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })
    expect(login.json().user).toMatchObject({ ...NOTHING, subscriptionStatus: 'inactive' })
  })
})
