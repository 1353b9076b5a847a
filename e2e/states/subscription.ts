import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, press, question, text } from './steps.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const USAGE = { calls: 12, since: inDays(-9), until: inDays(21), lovedOnes: 3, callsPerMonth: 30, lovedOnesAtMost: 5 }
const USED_UP = { ...USAGE, calls: 36 }
const ACTIVE = { kind: 'active', addOns: ['MEDICATION_REMINDER'], renewsAt: inDays(21), cancelsAt: null }
const CANCELLING = { ...ACTIVE, addOns: [], cancelsAt: ACTIVE.renewsAt }
const PAST_DUE = {
  kind: 'past_due',
  addOns: ['WAKE_UP_CALL'],
  since: inDays(-2),
  suspendsAt: inDays(5),
  cancelsAt: null,
}
const LAPSED = { kind: 'lapsed', cause: 'trial_over', since: inDays(-1), suspendsAt: inDays(6) }
const UNPAID = { kind: 'suspended', cause: 'past_due', since: inDays(-1), cancelsAt: null }
const TRIAL_OVER = { kind: 'suspended', cause: 'trial_over', since: inDays(-1), cancelsAt: null }

/** What the server says of an account that stands so. */
function standing(of: Record<string, unknown>, usage: object = USAGE): FakeAnswers {
  return { 'GET /api/subscription': { status: 200, body: { standing: of, usage } } }
}
/** The user as somebody who has subscribed. */
function subscriber(status: string): FakeAnswers {
  const change = (answered: unknown) => ({
    ...z.looseObject({}).parse(answered),
    subscriptionPlan: 'Basic Plan',
    subscriptionStatus: status,
    subscriptionAddOns: ['MEDICATION_REMINDER'],
  })
  return { 'GET /api/me': change, 'GET /api/auth/me': change }
}
const invoice = (id: string, status: string, days: number) => ({
  id,
  number: `CO-2026-${id}`,
  date: inDays(-days),
  amount: 25.98,
  status,
  url: `https://pay.example.com/${id}`,
})
const BILLING: FakeAnswers = {
  'GET /api/billing/history': {
    status: 200,
    body: { invoices: [invoice('0217', 'paid', 9), invoice('0164', 'paid', 39), invoice('0098', 'open', 70)] },
  },
  'GET /api/billing/payment-methods': {
    status: 200,
    body: { paymentMethods: [{ brand: 'visa', last4: '4242', expMonth: 8, expYear: 2027, paysPlan: true }] },
  },
}
const active: FakeAnswers = { ...BILLING, ...subscriber('active'), ...standing(ACTIVE) }
const unpaid: FakeAnswers = { ...BILLING, ...subscriber('past_due') }
const addOn = (page: Page, name: string) => page.getByRole('switch', { name: `${name} add-on` })
const refused = (status: number, message: string) => ({ status, body: { message } })

export const SUBSCRIPTION_STATES: readonly ScreenState[] = [
  {
    name: 'subscription, trial',
    path: '/subscription',
    answers: standing({ kind: 'trial', endsAt: inDays(10.5) }),
    ready: text('11 days left in your free trial'),
  },
  {
    name: 'subscription, refused at the start',
    path: '/subscription',
    answers: {
      ...standing({ kind: 'trial', endsAt: inDays(10.5) }),
      'POST /api/subscription/init': refused(503, "We can't reach the card company just now."),
    },
    ready: text('11 days left in your free trial'),
    act: async (page) => {
      await press(page, 'Subscribe')
      await page.locator('.note--error').waitFor()
    },
  },
  {
    name: 'subscription, trial over',
    path: '/subscription',
    answers: standing(LAPSED),
    ready: text('Your free trial has ended'),
  },
  {
    name: 'subscription, suspended after the trial',
    path: '/subscription',
    answers: standing(TRIAL_OVER),
    ready: text(/^Your calls have been suspended/),
  },
  {
    name: 'subscription, left the checkout',
    path: '/subscription?canceled=true',
    answers: standing({ kind: 'trial', endsAt: inDays(10.5) }),
    ready: text('We haven’t charged you.'),
  },
  {
    name: 'subscription, waiting for the card provider',
    path: '/subscription?success=true',
    answers: {
      ...standing({ kind: 'trial', endsAt: inDays(10.5) }),
      'POST /api/subscription/refresh': { status: 200, body: {} },
    },
    ready: text('We’re waiting for the card company'),
  },
  {
    name: 'subscription, subscribed just now',
    path: '/subscription?success=true',
    answers: { ...active, 'POST /api/subscription/refresh': { status: 200, body: {} } },
    ready: text('You’re subscribed to the Basic Plan'),
  },
  { name: 'subscription', path: '/subscription', answers: active, ready: text('Visa ending in 4242') },
  {
    name: 'subscription, types of the trial end',
    path: '/subscription',
    answers: {
      ...active,
      'GET /api/subscription': {
        status: 200,
        body: { standing: ACTIVE, usage: USED_UP, endingTypes: { callTypes: ['wake_up_call'], at: ACTIVE.renewsAt } },
      },
    },
    ready: text('Your Wake-up Call calls end on'),
  },
  {
    name: 'subscription, add?',
    path: '/subscription',
    answers: active,
    ready: text('Visa ending in 4242'),
    act: async (page) => {
      await addOn(page, 'Wake-up Call').press('Space')
      await question(page)
    },
  },
  {
    name: 'subscription, an add-on in use',
    path: '/subscription',
    answers: {
      ...active,
      'PATCH /api/subscription/update': refused(409, 'Medication Reminder still has 2 scheduled calls.'),
    },
    ready: text('Visa ending in 4242'),
    act: async (page) => {
      await addOn(page, 'Medication Reminder').press('Space')
      await press(page, /^Remove/)
      await page.locator('.note--error').waitFor()
    },
  },
  {
    name: 'subscription, cancel?',
    path: '/subscription',
    answers: active,
    ready: text('Visa ending in 4242'),
    act: async (page) => {
      await press(page, 'Cancel subscription')
      await question(page)
    },
  },
  {
    name: 'subscription, cancelling',
    path: '/subscription',
    answers: { ...active, ...standing(CANCELLING) },
    ready: text('Resume subscription'),
  },
  {
    name: 'subscription, past due',
    path: '/subscription',
    answers: { ...unpaid, ...standing(PAST_DUE) },
    ready: text('Your last payment failed'),
  },
  {
    name: 'subscription, past due and cancelled',
    path: '/subscription',
    answers: { ...unpaid, ...standing({ ...PAST_DUE, cancelsAt: ACTIVE.renewsAt }) },
    ready: text('Resume subscription'),
  },
  {
    name: 'subscription, suspended',
    path: '/subscription',
    answers: { ...unpaid, ...standing(UNPAID) },
    ready: text(/^Your calls have been suspended/),
  },
  {
    name: 'subscription, nothing paid yet',
    path: '/subscription',
    answers: {
      ...active,
      'GET /api/billing/history': { status: 200, body: { invoices: [] } },
      'GET /api/billing/payment-methods': { status: 200, body: { paymentMethods: [] } },
    },
    ready: text('No card is saved.'),
  },
  {
    name: 'subscription, billing failed',
    path: '/subscription',
    answers: { ...active, ...all('failed', 'billing/history', 'billing/payment-methods') },
    ready: text('Failed to load payment methods. Please try again.'),
  },
  {
    name: 'subscription, billing waiting',
    path: '/subscription',
    answers: { ...active, ...all('waiting', 'billing/history', 'billing/payment-methods') },
    ready: announced('Loading payment methods'),
  },
  {
    name: 'subscription, nobody pays',
    path: '/subscription',
    answers: standing({ kind: 'off' }, { ...USAGE, callsPerMonth: null, lovedOnesAtMost: null }),
    ready: text('You don’t need a subscription'),
  },
  {
    name: 'subscription, waiting',
    path: '/subscription',
    answers: all('waiting', 'subscription'),
    ready: announced('Loading your plan'),
  },
  {
    name: 'subscription, failed',
    path: '/subscription',
    answers: all('failed', 'subscription'),
    ready: text('We can’t see your plan right now'),
  },
  {
    name: 'dashboard, the trial is nearly over',
    path: '/dashboard',
    answers: standing({ kind: 'trial', endsAt: inDays(1.5) }),
    ready: text('2 days left in your free trial'),
  },
  {
    name: 'dashboard, past due',
    path: '/dashboard',
    answers: standing(PAST_DUE),
    ready: text('Your last payment failed'),
  },
  {
    name: 'dashboard, suspended',
    path: '/dashboard',
    answers: standing(UNPAID),
    ready: text('Suspended'),
  },
  {
    name: 'upcoming calls, suspended',
    path: '/calls',
    answers: standing(UNPAID),
    ready: text('Suspended'),
  },
  {
    name: 'recurring calls, suspended',
    path: '/calls?tab=recurring',
    answers: standing(UNPAID),
    ready: text('Suspended'),
  },
  {
    name: 'loved ones, suspended',
    path: '/loved-ones',
    answers: standing(UNPAID),
    ready: text('Suspended'),
  },
  {
    name: 'add a loved one, one too many',
    path: '/loved-ones?add=true',
    answers: {
      'POST /api/loved-ones': refused(402, 'Your plan is for up to 5 loved ones.'),
    },
    ready: (page) => page.getByRole('dialog').waitFor(),
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Olive')
      await page.getByLabel('Phone Number').first().fill('0491 570 006')
      await press(page, 'Add Loved One')
      await text('Go to Subscription')(page)
    },
  },
]
