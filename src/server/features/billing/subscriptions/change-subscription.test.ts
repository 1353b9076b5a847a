import { describe, expect, test } from 'vitest'
import { userSchema } from '#contract/accounts/accounts.ts'
import { aLovedOne } from '#test/factories.ts'
import {
  atProvider,
  cooee,
  jane,
  PAST_DUE,
  payments,
  setUpSubscriber,
  subscribe,
  written,
} from '#test/subscriber-fixture.ts'
import { convergeSubscriptionHandler } from './sync/jobs.ts'

setUpSubscriber()

describe('changing add-ons', () => {
  test('changing add-ons sends the whole list and answers with the updated user', async () => {
    await subscribe(['WAKE_UP_CALL'])
    const answer = await jane.patch('/api/subscription/update', { addOns: ['MEDICATION_REMINDER'] })
    expect(answer.statusCode).toBe(200)
    expect(userSchema.parse(answer.json()).subscriptionAddOns).toEqual(['MEDICATION_REMINDER'])
    expect(atProvider().addOns).toEqual(['MEDICATION_REMINDER'])
  })

  test('changing add-ons is done once for a double click, and again when the same change is made later', async () => {
    await subscribe()
    const add = () => jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    await Promise.all([add(), add()])
    await jane.patch('/api/subscription/update', { addOns: [] })
    await add()
    expect(atProvider().addOns).toEqual(['WAKE_UP_CALL'])
    expect(new Set(written('add-ons WAKE_UP_CALL').map(({ key }) => key)).size).toBeGreaterThanOrEqual(2)
  })

  test('changing add-ons in two tabs at once makes one of the changes, and asks the other to reload', async () => {
    await subscribe()
    const change = (addOns: string[]) => jane.patch('/api/subscription/update', { addOns })
    const syncNumber = async () =>
      (await cooee.db.selectFrom('subscriptions').select('syncNumber').executeTakeFirstOrThrow()).syncNumber
    const before = await syncNumber()
    // Neither hears what came of it before both have been pressed.
    payments.beforeAnswer = () => expect.poll(syncNumber, { timeout: 10_000 }).toBe(before + 2)
    const both = await Promise.all([change(['WAKE_UP_CALL']), change(['WELLNESS_CHECK'])])
    payments.beforeAnswer = null
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 503])
    const made = both[0].statusCode === 200 ? 'WAKE_UP_CALL' : 'WELLNESS_CHECK'
    expect(atProvider().addOns).toEqual([made])
    expect((await change(['WAKE_UP_CALL', 'WELLNESS_CHECK'])).statusCode).toBe(200)
  })

  test('a change of add-ons whose answer was lost has been made, and the screen shows it on the next read', async () => {
    await subscribe()
    payments.lostAnswers = 1
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(503)
    expect((await jane.get('/api/me')).json().subscriptionAddOns).toEqual(['WAKE_UP_CALL'])
  })

  test('a change of add-ons is reconciled by a job when the provider falls silent in the middle', async () => {
    await subscribe()
    payments.lostAnswers = 1
    payments.isDown = true
    expect((await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })).statusCode).toBe(503)
    payments.isDown = false
    atProvider().addOns = ['WAKE_UP_CALL']
    await cooee.jobs.runDue([convergeSubscriptionHandler(cooee.billing)], cooee.clock.now())
    expect((await jane.get('/api/me')).json().subscriptionAddOns).toEqual(['WAKE_UP_CALL'])
  })

  test('changing add-ons needs a subscription', async () => {
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toMatch(/Subscribe to the Basic Plan on the Subscription page/)
  })

  test('changing add-ons needs a subscription that is paid', async () => {
    await subscribe()
    Object.assign(atProvider(), PAST_DUE)
    await jane.post('/api/subscription/refresh')
    const answer = await jane.patch('/api/subscription/update', { addOns: ['WAKE_UP_CALL'] })
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toMatch(/Change your card, then press Pay now on the Subscription page/)
  })

  test('removing an add-on that calls are scheduled with is refused, saying how many', async () => {
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
    const kept = { lovedOneId, callType: 'daily_check_in', scheduledTime: '2026-03-13T09:00:00Z' }
    expect((await jane.post('/api/calls', kept)).statusCode).toBe(201)
    expect((await jane.patch('/api/subscription/update', { addOns: [], endCalls: true })).statusCode).toBe(200)
    const left = (await jane.get('/api/calls/upcoming')).json()
    expect(
      left.map(({ callType }: { callType: string }) => callType),
      'wanted so, those calls are ended',
    ).toEqual(['daily_check_in'])
  })

  test('a change of add-ons that the card provider refuses is reported in its words, and may be tried again', async () => {
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
  test('cancelling ends the subscription with the month, and can be undone before', async () => {
    await subscribe()
    const cancelled = userSchema.parse((await jane.post('/api/subscription/cancel')).json())
    expect(cancelled).toMatchObject({ subscriptionStatus: 'active', subscriptionRenewalDate: null })
    expect(atProvider().cancelsAt).toEqual(atProvider().periodEnd)
    const resumed = userSchema.parse((await jane.post('/api/subscription/resume')).json())
    expect(resumed.subscriptionRenewalDate).toBe('2026-04-09T00:00:00.000Z')
    expect(atProvider().cancelsAt).toBeNull()
  })

  test('cancelling works again after it was undone', async () => {
    await subscribe()
    for (const path of ['cancel', 'resume', 'cancel']) {
      expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(200)
    }
    expect(atProvider().cancelsAt).not.toBeNull()
  })

  test.each(['cancel', 'resume'])('%s is a conflict when there is nothing to change', async (path) => {
    expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(409)
    await subscribe()
    if (path === 'cancel') await jane.post('/api/subscription/cancel')
    expect((await jane.post(`/api/subscription/${path}`)).statusCode).toBe(409)
  })

  test('cancelling is open to an account that has not paid', async () => {
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

  test('paying what is open makes a subscription whose renewal failed active again', async () => {
    await owe()
    expect(userSchema.parse((await jane.post('/api/subscription/pay')).json())).toMatchObject({
      subscriptionStatus: 'active',
    })
    expect(written('pay')).toHaveLength(1)
  })

  test('paying what is open is a conflict when there is nothing to pay', async () => {
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(409)
    await subscribe()
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(409)
    expect(written('pay')).toEqual([])
  })

  test('paying with a card that is declined is reported in the words of the provider, and may be tried again', async () => {
    await owe()
    payments.refusal = 'Your card has insufficient funds.'
    const declined = await jane.post('/api/subscription/pay')
    expect(declined.statusCode).toBe(402)
    expect(declined.json().message).toBe('Your card has insufficient funds.')
    payments.refusal = null
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(200)
  })

  test('a payment whose answer was lost is found to be paid', async () => {
    await owe()
    payments.lostAnswers = 1
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(503)
    expect(userSchema.parse((await jane.get('/api/me')).json()).subscriptionStatus).toBe('active')
  })

  test('paying what is open is refused while the card provider does not answer', async () => {
    await owe()
    payments.isDown = true
    expect((await jane.post('/api/subscription/pay')).statusCode).toBe(503)
  })
})
