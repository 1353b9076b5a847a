import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userSchema } from '#contract/accounts.ts'
import { billingHistory, paymentMethods, subscriptionSchema } from '#contract/billing.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { A_PASSWORD, aLovedOne } from '#test/factories.ts'
import { convergeSubscriptionHandler } from './jobs.ts'

const DAY = 86_400_000
const cooee = await buildTestApp()
afterAll(() => cooee.close())
const { payments } = cooee.billing
let jane: SignedIn
beforeAll(async () => {
  jane = await cooee.aRegisteredAccount()
})

beforeEach(async () => {
  payments.clear()
  cooee.jobs.sent.length = 0
  cooee.billing.isBillingOn = true
  cooee.clock.set(new Date('2026-03-10T00:00:00.000Z'))
  for (const table of ['subscriptions', 'paidInvoices', 'quotaUses', 'lovedOnes'] as const) {
    await cooee.db.deleteFrom(table).execute()
  }
  const nothingDue = { lapseToldAt: null, suspendedAt: null, suspendedBecause: null }
  await cooee.db
    .updateTable('accounts')
    .set({ ...nothingDue, trialStartedAt: cooee.clock.now() })
    .execute()
})

/** Subscribes as people do: a checkout is opened, paid, and looked at on the way back. */
async function subscribe(addOns: string[] = []) {
  const opened = (await jane.post('/api/subscription/init', { addOns })).json()
  payments.pay(opened.clientSecret, cooee.clock.now())
  const answer = await jane.post('/api/subscription/refresh')
  expect(answer.statusCode).toBe(200)
  return userSchema.parse(answer.json())
}
const withKey = (method: 'POST' | 'PATCH', url: string, key: string, body?: unknown) =>
  cooee.request(method, url, body, { headers: { authorization: `Bearer ${jane.token}`, 'idempotency-key': key } })
const atProvider = () => {
  const [customer] = [...payments.customers.values()]
  if (!customer?.subscription) throw new Error('Nobody has subscribed')
  return customer.subscription
}
const written = (what: string) => payments.written.filter((entry) => entry.what.startsWith(what))
const PAST_DUE = { status: 'past_due', unpaidSince: new Date('2026-03-10T00:00:00.000Z') }

describe('subscribing', () => {
  test('leads to a page of the card provider, and back with a subscription', async () => {
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(200)
    const { clientSecret, url } = answer.json()
    expect(url).toBe(`https://pay.example/${clientSecret}`)
    payments.pay(clientSecret, cooee.clock.now())
    expect((await jane.post('/api/subscription/refresh')).json()).toMatchObject({
      subscriptionPlan: 'Basic Plan',
      subscriptionStatus: 'active',
      subscriptionRenewalDate: '2026-04-09T00:00:00.000Z',
      subscriptionAddOns: [],
    })
  })

  test('may begin with add-ons', async () => {
    const user = await subscribe(['WELLNESS_CHECK', 'MEDICATION_REMINDER'])
    expect(user.subscriptionAddOns).toEqual(['MEDICATION_REMINDER', 'WELLNESS_CHECK'])
  })

  test('keeps one customer for an account, however often it is tried', async () => {
    await Promise.all([jane.post('/api/subscription/init'), jane.post('/api/subscription/init')])
    cooee.clock.advance(DAY)
    await jane.post('/api/subscription/init')
    expect(payments.customers.size).toBe(1)
  })

  test('finds its customer again after Cooee was killed before it was stored', async () => {
    await jane.post('/api/subscription/init')
    await cooee.db.deleteFrom('subscriptions').execute()
    await jane.post('/api/subscription/init')
    expect(payments.customers.size).toBe(1)
  })

  test('finds its customer again when the answer that named it was lost', async () => {
    payments.lostAnswers = 1
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(503)
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(200)
    expect(payments.customers.size).toBe(1)
  })

  test('makes another customer when somebody deleted the one there was', async () => {
    await jane.post('/api/subscription/init')
    payments.customers.clear()
    cooee.clock.advance(60_000)
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(200)
    expect(payments.customers.size).toBe(1)
  })

  test('opens one checkout for a double click, and another when it is pressed later', async () => {
    const [first, second] = await Promise.all([
      jane.post('/api/subscription/init'),
      jane.post('/api/subscription/init'),
    ])
    expect(second.json()).toEqual(first.json())
    cooee.clock.advance(60_000)
    expect((await jane.post('/api/subscription/init')).json()).not.toEqual(first.json())
  })

  test('is answered again to a client that repeats its key', async () => {
    const first = await withKey('POST', '/api/subscription/init', 'my-own-key-0000001')
    cooee.clock.advance(60_000)
    const again = await withKey('POST', '/api/subscription/init', 'my-own-key-0000001')
    expect(again.json()).toEqual(first.json())
  })

  test('is refused to who has subscribed, also when nobody told Cooee of the payment', async () => {
    const { clientSecret } = (await jane.post('/api/subscription/init')).json()
    payments.pay(clientSecret, cooee.clock.now())
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('You are subscribed already.')
  })

  test('is refused to who is past due, and names the way out', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/Change your card, then press Pay now on the Subscription page/)
  })

  test('is refused to who is about to leave, and names the way back', async () => {
    const deleteAt = new Date(cooee.clock.now().getTime() + 7 * DAY)
    const leave = (at: Date | null) => cooee.db.updateTable('accounts').set({ deleteAt: at }).execute()
    await leave(deleteAt)
    const refused = await jane.post('/api/subscription/init')
    await leave(null)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(
      'This account will be deleted. To subscribe, keep it first: on the Settings page, under Security.',
    )
    expect(payments.customers.size).toBe(0)
  })

  test('says so when the card provider is down, or its prices are not set up', async () => {
    payments.isDown = true
    expect((await jane.post('/api/subscription/init')).statusCode).toBe(503)
    payments.isDown = false
    payments.isSetUp = false
    const answer = await jane.post('/api/subscription/init')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toMatch(/whoever runs this Cooee has to set up its prices/)
  })

  test('refuses add-ons that do not exist', async () => {
    expect((await jane.post('/api/subscription/init', { addOns: ['FREE_CALLS'] })).statusCode).toBe(400)
  })
})

describe('changing add-ons', () => {
  test('sends the whole list and answers with the updated user', async () => {
    await subscribe(['WAKE_UP_CALL'])
    const answer = await jane.patch('/api/subscription/update', { addOns: ['MEDICATION_REMINDER'] })
    expect(answer.statusCode).toBe(200)
    expect(userSchema.parse(answer.json()).subscriptionAddOns).toEqual(['MEDICATION_REMINDER'])
    expect(atProvider().addOns).toEqual(['MEDICATION_REMINDER'])
  })

  test('is done once for a double click, and again when the same change is made later', async () => {
    await subscribe()
    const add = () => jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    await Promise.all([add(), add()])
    await jane.patch('/api/subscription/update', { addOns: [] })
    await add()
    expect(atProvider().addOns).toEqual(['WAKE_UP_CALL'])
    expect(new Set(written('add-ons WAKE_UP_CALL').map(({ key }) => key)).size).toBeGreaterThanOrEqual(2)
  })

  test('in two tabs at once makes one of the changes, and asks the other to look again', async () => {
    await subscribe()
    const change = (addOns: string[]) => jane.patch('/api/subscription/update', { addOns })
    const looks = async () =>
      (await cooee.db.selectFrom('subscriptions').select('looks').executeTakeFirstOrThrow()).looks
    const before = await looks()
    // Neither hears what came of it before both have been pressed.
    payments.beforeAnswer = () => expect.poll(looks, { timeout: 10_000 }).toBe(before + 2)
    const both = await Promise.all([change(['WAKE_UP_CALL']), change(['WELLNESS_CHECK'])])
    payments.beforeAnswer = null
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 503])
    const made = both[0].statusCode === 200 ? 'WAKE_UP_CALL' : 'WELLNESS_CHECK'
    expect(atProvider().addOns).toEqual([made])
    expect((await change(['WAKE_UP_CALL', 'WELLNESS_CHECK'])).statusCode).toBe(200)
  })

  test('whose answer was lost has been made, and the screen hears of it on the next look', async () => {
    await subscribe()
    payments.lostAnswers = 1
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(503)
    expect((await jane.get('/api/me')).json().subscriptionAddOns).toEqual(['WAKE_UP_CALL'])
  })

  test('is looked at again by a job when the provider falls silent in the middle', async () => {
    await subscribe()
    payments.lostAnswers = 1
    payments.isDown = true
    expect((await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })).statusCode).toBe(503)
    payments.isDown = false
    atProvider().addOns = ['WAKE_UP_CALL']
    await cooee.jobs.runDue([convergeSubscriptionHandler(cooee.billing)], cooee.clock.now())
    expect((await jane.get('/api/me')).json().subscriptionAddOns).toEqual(['WAKE_UP_CALL'])
  })

  test('needs a subscription', async () => {
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toMatch(/Subscribe to the Basic Plan on the Subscription page/)
  })

  test('needs one that is paid', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toMatch(/Change your card, then press Pay now on the Subscription page/)
  })

  test('is refused for an add-on that calls are scheduled with, saying how many', async () => {
    await subscribe(['MEDICATION_REMINDER'])
    const lovedOneId = (await jane.post('/api/loved-ones', aLovedOne())).json().id
    for (const scheduledTime of ['2026-03-11T09:00:00Z', '2026-03-12T09:00:00Z']) {
      const body = { lovedOneId, callType: 'medication_reminder', scheduledTime, recurrencePattern: 'once' }
      expect((await jane.post('/api/calls', body)).statusCode).toBe(201)
    }
    const answer = await jane.patch('/api/subscription/update', { addOns: [] })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/2/)
    expect(atProvider().addOns).toEqual(['MEDICATION_REMINDER'])
    for (const { id } of (await jane.get('/api/calls/upcoming')).json()) await jane.delete(`/api/calls/${id}`)
    expect((await jane.patch('/api/subscription/update', { addOns: [] })).statusCode).toBe(200)
  })

  test('that the card provider refuses is told in its words, and may be tried again', async () => {
    await subscribe()
    payments.refusal = 'Your card was declined.'
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toBe('Your card was declined.')
    payments.refusal = null
    expect((await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })).statusCode).toBe(200)
  })
})

describe('cancelling', () => {
  test('ends the subscription with the month, and can be undone before', async () => {
    await subscribe()
    const cancelled = userSchema.parse((await jane.post('/api/subscription/cancel')).json())
    expect(cancelled).toMatchObject({ subscriptionStatus: 'active', subscriptionRenewalDate: null })
    expect(atProvider().cancelsAt).toEqual(atProvider().periodEnd)
    const resumed = userSchema.parse((await jane.post('/api/subscription/resume')).json())
    expect(resumed.subscriptionRenewalDate).toBe('2026-04-09T00:00:00.000Z')
    expect(atProvider().cancelsAt).toBeNull()
  })

  test('works again after it was undone', async () => {
    await subscribe()
    for (const path of ['cancel', 'resume', 'cancel']) {
      expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(200)
    }
    expect(atProvider().cancelsAt).not.toBeNull()
  })

  test.each(['cancel', 'resume'])('%s is a conflict where there is nothing to change', async (path) => {
    expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(409)
    await subscribe()
    if (path === 'cancel') await jane.post('/api/subscription/cancel')
    expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(409)
  })

  test('is open to who has not paid', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    expect((await jane.post('/api/subscription/cancel')).statusCode).toBe(200)
  })
})

describe('paying what is open', () => {
  const owe = async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
  }

  test('makes a subscription whose renewal failed active again', async () => {
    await owe()
    expect(userSchema.parse((await jane.post('/api/subscription/pay')).json())).toMatchObject({
      subscriptionStatus: 'active',
    })
    expect(written('pay')).toHaveLength(1)
  })

  test('is a conflict where nothing is owed', async () => {
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(409)
    await subscribe()
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(409)
    expect(written('pay')).toEqual([])
  })

  test('with a card that is declined is told in the words of the provider, and may be tried again', async () => {
    await owe()
    payments.refusal = 'Your card has insufficient funds.'
    const declined = await jane.post('/api/subscription/pay')
    expect(declined.statusCode).toBe(402)
    expect(declined.json().message).toBe('Your card has insufficient funds.')
    payments.refusal = null
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(200)
  })

  test('of which the answer was lost is found to be paid', async () => {
    await owe()
    payments.lostAnswers = 1
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(503)
    expect(userSchema.parse((await jane.get('/api/me')).json()).subscriptionStatus).toBe('active')
  })

  test('is refused while the card provider does not answer', async () => {
    await owe()
    payments.isDown = true
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(503)
  })
})

describe('the card', () => {
  test('is changed on a page of the provider', async () => {
    expect((await jane.post('/api/subscription/portal')).statusCode).toBe(409)
    await subscribe()
    expect((await jane.post('/api/subscription/portal')).json().url).toMatch(/^https:\/\/pay\.example\/portal\//)
    payments.isDown = true
    expect((await jane.post('/api/subscription/portal')).statusCode).toBe(503)
  })

  test('and the invoices are shown as the provider has them', async () => {
    await subscribe()
    const { invoices } = billingHistory.parse((await jane.get('/api/billing/history')).json())
    expect(invoices).toMatchObject([{ amount: 19.99, status: 'paid', date: '2026-03-10T00:00:00.000Z' }])
    const cards = paymentMethods.parse((await jane.get('/api/billing/payment-methods')).json())
    expect(cards.paymentMethods).toEqual([
      { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paysPlan: true },
    ])
  })

  test('of who never paid is an empty list', async () => {
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

  test('and the invoices are not read so often that the provider has no time for anybody else', async () => {
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

  test('and the invoices of somebody else are not shown', async () => {
    await subscribe()
    const other = await cooee.aRegisteredAccount()
    expect((await other.get('/api/billing/history')).json()).toEqual({ invoices: [] })
    expect((await other.get('/api/billing/payment-methods')).json()).toEqual({ paymentMethods: [] })
    expect((await other.post('/api/subscription/portal')).statusCode).toBe(409)
  })
})

describe('where an account stands', () => {
  const standing = async () => subscriptionSchema.parse((await jane.get('/api/subscription')).json())

  test('begins with the trial', async () => {
    await jane.post('/api/loved-ones', aLovedOne())
    expect(await standing()).toEqual({
      standing: { kind: 'trial', endsAt: '2026-03-24T00:00:00.000Z' },
      usage: {
        calls: 0,
        since: '2026-03-10T00:00:00.000Z',
        lovedOnes: 1,
        callsPerMonth: 30,
        lovedOnesAtMost: 5,
      },
    })
  })

  test('is unpaid until its calls are really suspended, however long ago that was announced', async () => {
    await subscribe()
    await jane.post('/api/subscription/cancel')
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    const told = new Date(cooee.clock.now().getTime() - 9 * DAY)
    const cancelsAt = '2026-04-09T00:00:00.000Z'
    await cooee.db.updateTable('accounts').set({ lapseToldAt: told }).where('id', '=', jane.user.id).execute()
    const now = cooee.clock.now().toISOString()
    expect((await standing()).standing).toMatchObject({ kind: 'past_due', suspendsAt: now, cancelsAt })
    await cooee.db
      .updateTable('accounts')
      .set({ suspendedAt: cooee.clock.now(), suspendedBecause: 'past_due' })
      .where('id', '=', jane.user.id)
      .execute()
    expect((await standing()).standing).toEqual({ kind: 'suspended', cause: 'past_due', since: now, cancelsAt })
  })

  test('is told without the card provider', async () => {
    await subscribe(['WAKE_UP_CALL'])
    payments.isDown = true
    expect((await standing()).standing).toEqual({
      kind: 'active',
      addOns: ['WAKE_UP_CALL'],
      renewsAt: '2026-04-09T00:00:00.000Z',
      cancelsAt: null,
    })
  })

  test('is off where nobody is charged, and nothing can be bought', async () => {
    cooee.billing.isBillingOn = false
    expect(await standing()).toMatchObject({
      standing: { kind: 'off' },
      usage: { callsPerMonth: null, lovedOnesAtMost: null },
    })
    for (const path of ['init', 'cancel', 'resume', 'portal']) {
      const answer = await jane.post(`/api/subscription/${path}`)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/Billing is off/)
    }
    expect((await jane.patch('/api/subscription/update', { addOns: [] })).statusCode).toBe(409)
    expect((await jane.post('/api/subscription/refresh')).statusCode).toBe(200)
  })
})

describe('what the user is told of the subscription', () => {
  const NOTHING = {
    subscriptionPlan: null,
    subscriptionStatus: null,
    subscriptionRenewalDate: null,
    subscriptionAddOns: null,
  }
  const everywhere = async () => {
    const login = await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })
    const me = await jane.get('/api/me')
    const authMe = await jane.get('/api/auth/me')
    const profile = await jane.patch('/api/profile', {})
    return [login.json().user, me.json(), authMe.json(), profile.json()]
  }

  test('is nothing in the trial', async () => {
    expect(jane.user).toMatchObject(NOTHING)
    for (const user of await everywhere()) expect(user).toMatchObject(NOTHING)
  })

  test('comes with every answer that carries the user', async () => {
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

  test('is past due as long as it is, while the plan goes on for the days of grace', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    expect((await jane.get('/api/me')).json()).toMatchObject({
      subscriptionPlan: 'Basic Plan',
      subscriptionStatus: 'past_due',
    })
    const lapseToldAt = cooee.clock.now()
    cooee.clock.advance(8 * DAY)
    await cooee.db
      .updateTable('accounts')
      .set({ lapseToldAt, suspendedAt: cooee.clock.now(), suspendedBecause: 'past_due' })
      .where('id', '=', jane.user.id)
      .execute()
    const later = cooee.signedIn(
      (await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })).json(),
    )
    expect((await later.get('/api/me')).json()).toMatchObject({
      subscriptionPlan: null,
      subscriptionStatus: 'past_due',
    })
  })

  test('is inactive after the end, within the days of the trial as well', async () => {
    await subscribe()
    Object.assign(atProvider(), { status: 'ended', endedAt: cooee.clock.now() })
    await jane.post('/api/subscription/refresh')
    expect((await jane.get('/api/me')).json()).toMatchObject({ ...NOTHING, subscriptionStatus: 'inactive' })
    cooee.clock.advance(15 * DAY)
    const login = await cooee.request('POST', '/api/login', { username: jane.user.username, password: A_PASSWORD })
    expect(login.json().user).toMatchObject({ ...NOTHING, subscriptionStatus: 'inactive' })
  })
})

test('looking on the way back says so when the provider is down', async () => {
  await subscribe()
  payments.isDown = true
  expect((await jane.post('/api/subscription/refresh')).statusCode).toBe(503)
})
