import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { PAUSE_MS } from '#web/features/subscription/checkout/use-checkout-return.ts'
import { Subscription } from '#web/features/subscription/subscription.tsx'
import { aSubscription, aUser, STANDINGS } from './answers.ts'
import { fakeServer } from './fake-server.ts'
import { renderScreen } from './render-screen.tsx'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney.
const NOW = new Date('2026-03-09T23:24:00.000Z')
export const CHECKOUT = 'https://checkout.example.com/c/1'
/** Where the browser was sent. */
export const leaveFor = vi.fn()

/** Begins each test of the file that calls it at 10:24 in Sydney, with nothing on the page. */
export function setUpSubscriptionScreen(): void {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Australia/Sydney')
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    leaveFor.mockReset()
    vi.stubGlobal('location', withAssign(window.location))
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
}

/** The real location, but for `assign`, which jsdom lets nobody replace on the object itself. */
const withAssign = (location: Location) =>
  new Proxy({}, { get: (_, name) => (name === 'assign' ? leaveFor : Reflect.get(location, name)) })

export const SUBSCRIBED = {
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

/** Opens the screen signed in as `user`, with that subscription, on a server with those answers. */
export function open({ standing = 'active', user, at = '/subscription', answers = {} }: Given = {}) {
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
export function withoutPauses() {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => setTimeout(act, ms === PAUSE_MS ? 1 : ms))
}
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** What is inside the card of an add-on. */
export const card = async (name: string) => {
  const found = (await screen.findByRole('heading', { name, level: 3 })).closest('article')
  if (!found) throw new Error(`${name} has no card`)
  return within(found)
}
