import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { userSchema } from '#contract/accounts/accounts.ts'
import type { ScriptedPayments } from './adapters/scripted-payments.ts'
import { buildTestApp, type SignedIn, type TestApp } from './build-test-app.ts'

export const DAY = 86_400_000
/** Of the file that runs. */
export let cooee: TestApp
export let payments: ScriptedPayments
/** In her trial, with nothing left of the test before. */
export let jane: SignedIn

/** Begins each test of the file that calls it with Jane in her trial, and with no payment. */
export function setUpSubscriber(): void {
  beforeAll(async () => {
    cooee = await buildTestApp()
    payments = cooee.billing.payments
    jane = await cooee.aRegisteredAccount()
  })
  afterAll(() => cooee.close())
  beforeEach(async () => {
    payments.clear()
    cooee.jobs.sent.length = 0
    cooee.billing.isBillingOn = true
    cooee.clock.set(new Date('2026-03-10T00:00:00.000Z'))
    for (const table of ['subscriptions', 'paidInvoices', 'quotaUses', 'lovedOnes'] as const) {
      await cooee.db.deleteFrom(table).execute()
    }
    const nothingDue = { lapseNotifiedAt: null, suspendedAt: null, suspendedBecause: null }
    await cooee.db
      .updateTable('accounts')
      .set({ ...nothingDue, trialStartedAt: cooee.clock.now() })
      .execute()
  })
}

/** Subscribes as people do: opens a checkout, pays it, and returns to the page that checks it. */
export async function subscribe(addOns: string[] = []) {
  const opened = (await jane.post('/api/subscription/init', { addOns })).json()
  payments.pay(opened.clientSecret, cooee.clock.now())
  const answer = await jane.post('/api/subscription/refresh')
  expect(answer.statusCode).toBe(200)
  return userSchema.parse(answer.json())
}
/** Jane asks with an idempotency key of her own. */
export const withKey = (method: 'POST' | 'PATCH', url: string, key: string, body?: unknown) =>
  cooee.request(method, url, body, { headers: { authorization: `Bearer ${jane.token}`, 'idempotency-key': key } })
/** The one subscription there is, as the card provider has it: what is changed here is known there. */
export const atProvider = () => {
  const [customer] = [...payments.customers.values()]
  if (!customer?.subscription) throw new Error('Nobody has subscribed')
  return customer.subscription
}
/** What the card provider was asked to change. */
export const written = (what: string) => payments.written.filter((entry) => entry.what.startsWith(what))
export const PAST_DUE = { status: 'past_due', unpaidSince: new Date('2026-03-10T00:00:00.000Z') }
