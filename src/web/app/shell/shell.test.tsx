// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne, aSubscription, STANDINGS } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'

const ANSWERS = {
  'GET /api/loved-ones': () => json(200, []),
  'GET /api/contacts': () => json(200, []),
  'GET /api/calls/upcoming': () => json(200, []),
  'GET /api/calls/history': () => json(200, []),
  'GET /api/activity': () => json(200, []),
  'GET /api/dashboard/stats': () =>
    json(200, { lovedOnesCount: 0, scheduledCallsCount: 0, completedCallsCount: 0, subscription: { plan: null } }),
}

beforeEach(() => {
  forgetSession('never')
  fakeFetch(ANSWERS)
})

const main = () => screen.findByRole('navigation', { name: 'Main' })

describe('behind the sign-in', () => {
  beforeEach(() => signIn({ user: aUser(), token: 'secret' }))

  test.each([
    ['/dashboard', 'Dashboard - Cooee', 'Dashboard'],
    ['/loved-ones', 'Loved Ones - Cooee', 'Loved Ones'],
    ['/contacts?lovedOneId=2', 'Contacts - Cooee', 'Loved Ones'],
    ['/calls', 'Calls Management - Cooee', 'Calls'],
    ['/calls?tab=history', 'Calls Management - Cooee', 'Calls'],
    ['/activity', 'Activity Log - Cooee', 'Dashboard'],
    ['/settings', 'Settings - Cooee', 'Settings'],
  ])('%s is named %s and its link is the current one', async (address, title, link) => {
    renderAt(address)
    await waitFor(() => expect(document.title).toBe(title))
    const current = within(await main()).getByRole('link', { current: 'page' })
    expect(current.textContent).toBe(link)
  })

  test('an incident that goes on is on every screen and counted in the menu, with the way to it', async () => {
    const incident = {
      ...{ id: 3, lovedOne: { id: 1, name: 'Margaret Hartley', phoneNumber: '+61491570156' }, cause: 'help' },
      ...{ headline: 'Margaret Hartley asked for help on the 9:00 AM call', status: 'running', owner: null },
      ...{ isYours: false, link: '/incident/1.2.3' },
    }
    fakeFetch({ ...ANSWERS, 'GET /api/incidents': () => json(200, [incident]) })
    renderAt('/settings')
    const strip = within(await screen.findByRole('region', { name: 'Needs you now' }))
    expect(strip.getByText('Margaret Hartley asked for help on the 9:00 AM call.')).toBeDefined()
    const way = strip.getByRole('link', { name: 'Open the incident about Margaret Hartley' })
    expect(way.getAttribute('href')).toBe('/incident/1.2.3')
    expect(within(await main()).getByRole('link', { name: 'Dashboard, 1 incident needs you' })).toBeDefined()
  })

  test('the first thing on a page leads past the menu to its content', async () => {
    const { user } = renderAt('/settings')
    const skip = await screen.findByRole('link', { name: 'Skip to main content' })
    await user.tab()
    expect(document.activeElement).toBe(skip)
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'))
  })

  test('the foot of the menu says who is signed in', async () => {
    renderAt('/settings')
    const menu = within(await screen.findByRole('complementary', { name: 'Main menu' }))
    expect(menu.getByText('Robyn Hartley')).toBeDefined()
    expect(menu.getByText('RH')).toBeDefined()
    expect(menu.getByRole('button', { name: 'Sign out' })).toBeDefined()
  })

  test('on a phone the menu folds out, and closes on a choice and on Esc', async () => {
    const { user, address } = renderAt('/settings')
    const button = await screen.findByRole('button', { name: 'Menu' })
    await user.click(button)
    const [, folded = document.body] = screen.getAllByRole('navigation', { name: 'Main' })
    expect(within(folded.parentElement ?? folded).getByRole('button', { name: 'Sign out' })).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1)
    expect(document.activeElement).toBe(button)
    await user.click(button)
    const [, again] = screen.getAllByRole('navigation', { name: 'Main' })
    await user.click(within(again ?? document.body).getByRole('link', { name: 'Calls' }))
    await waitFor(() => expect(address()).toBe('/calls'))
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1)
  })

  test.each([
    ['pastDue', 'Your last payment failed', 'Pay or change the card'],
    ['trialOver', 'Your free trial has ended', 'Subscribe'],
    ['suspendedUnpaid', 'Your calls have been suspended since Mar 9, 2026', 'Pay or change the card'],
  ] as const)('a plan that needs something says so above every screen: %s', async (standing, title, wayOut) => {
    fakeFetch({ ...ANSWERS, 'GET /api/subscription': () => json(200, aSubscription(STANDINGS[standing])) })
    renderAt('/settings')
    expect(await screen.findByText(title)).toBeTruthy()
    const link = screen.getByRole('link', { name: wayOut })
    expect(link.getAttribute('href')).toBe('/subscription')
  })

  test('a trial is spoken of in its last days only', async () => {
    const endsIn = (days: number) =>
      json(200, aSubscription({ kind: 'trial', endsAt: new Date(Date.now() + days * 86_400_000).toISOString() }))
    fakeFetch({ ...ANSWERS, 'GET /api/subscription': () => endsIn(2.5) })
    renderAt('/settings')
    expect(await screen.findByText('3 days left in your free trial')).toBeTruthy()
    cleanup()
    const seen = fakeFetch({ ...ANSWERS, 'GET /api/subscription': () => endsIn(3.5) })
    renderAt('/settings')
    await waitFor(() => expect(seen.some(({ path }) => path === '/api/subscription')).toBe(true))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/left in your free trial/)).toBeNull()
  })
})

describe('an email that is not confirmed', () => {
  test('an unconfirmed email is announced above every screen, with what cannot be done before, and its mail can be sent again', async () => {
    signIn({ user: aUser({ emailVerified: false, callsWaitForEmail: true }), token: 'secret' })
    const seen = fakeFetch({
      ...ANSWERS,
      'GET /api/me': () => json(200, aUser({ emailVerified: false, callsWaitForEmail: true })),
      'GET /api/loved-ones': () => json(200, [aLovedOne()]),
      'POST /api/email/resend': () => json(202, { message: 'We have sent the link again.' }),
    })
    const { user } = renderAt('/dashboard')
    await screen.findByText(/Until then we can’t ring Margaret, not even/)
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await screen.findByText(/We have sent the link again\. If it doesn’t arrive/)
    expect(seen.filter(({ path }) => path === '/api/email/resend')).toHaveLength(1)
  })

  test('a carer’s own email holds up no calls: they wait for the owner’s', async () => {
    const circle = { id: 1, name: 'Jane’s family', role: 'carer', mayHearCalls: true } as const
    const tom = aUser({ emailVerified: false, callsWaitForEmail: true, circle })
    signIn({ user: tom, token: 'secret' })
    fakeFetch({ ...ANSWERS, 'GET /api/me': () => json(200, tom) })
    renderAt('/dashboard')
    await screen.findByText('Confirm your new email')
    expect(screen.queryByText(/Until then we can’t ring/)).toBeNull()
  })

  test('an unconfirmed changed email stops nothing', async () => {
    signIn({ user: aUser({ emailVerified: false }), token: 'secret' })
    fakeFetch({ ...ANSWERS, 'GET /api/me': () => json(200, aUser({ emailVerified: false })) })
    renderAt('/dashboard')
    await screen.findByText('Confirm your new email')
    expect(screen.getByText(/We’ll keep making your calls in the meantime/)).toBeDefined()
  })
})

describe('a phone that is not verified', () => {
  const WRONG = "That code isn't right, or it's older than 10 minutes. Please ask for a new one."
  const robyn = aUser({ phoneNumber: '+61491570156' })
  const notice = () => screen.findByText(/We haven’t checked that our texts reach you on \+61 491 570 156/)

  test('an unverified phone is announced above every screen, is texted a code, and is verified by typing it', async () => {
    signIn({ user: robyn, token: 'secret' })
    const answers = [json(400, { message: WRONG, errors: [] }), json(200, { ...robyn, phoneVerified: true })]
    const seen = fakeFetch({
      ...ANSWERS,
      'POST /api/phone/code': () => json(202, { message: "We've sent a code to +61 491 570 156." }),
      'POST /api/phone/verify': () => answers.shift() ?? json(500),
    })
    const { user } = renderAt('/dashboard')
    await notice()
    await user.click(screen.getByRole('button', { name: 'Text me a code' }))
    const code = await screen.findByRole('textbox', { name: 'Code' })
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    expect(document.activeElement).toBe(code)
    const again = screen.getByRole('button', { name: 'Send again' })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await user.type(code, '12')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Please enter the six digits of the code')
    // The sixth digit sends it; what was refused waits for a press.
    await user.type(code, '3456')
    await screen.findByText(WRONG)
    expect(code.getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Thank you. Our texts reach you.')
    expect(screen.queryByText('Confirm your mobile')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    const verified = seen.filter(({ path }) => path === '/api/phone/verify')
    expect(verified.map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }])
  })

  test('an unverified phone keeps the field of the code that was texted when the page is loaded again', async () => {
    signIn({ user: robyn, token: 'secret' })
    fakeFetch({
      ...ANSWERS,
      'GET /api/me': () => json(200, robyn),
      'GET /api/phone/code': () => json(200, { goodUntil: '2026-03-09T22:10:00.000Z' }),
    })
    renderAt('/dashboard')
    await notice()
    const code = await screen.findByRole('textbox', { name: 'Code' })
    expect(document.activeElement).not.toBe(code)
    expect(screen.getByText(/It works until 9:10\sAM/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined()
  })

  test('an unverified phone that takes no texts is reported, and can be put off until the next sign-in', async () => {
    signIn({ user: robyn, token: 'secret' })
    const sentence = '+61 491 570 156 takes no texts from us.'
    fakeFetch({
      ...ANSWERS,
      'GET /api/me': () => json(200, robyn),
      'POST /api/phone/code': () => json(409, { message: sentence }),
    })
    const { user } = renderAt('/dashboard')
    await notice()
    await user.click(screen.getByRole('button', { name: 'Text me a code' }))
    await screen.findByText(sentence)
    await user.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByText('Confirm your mobile')).toBeNull()
    cleanup()
    renderAt('/dashboard')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Confirm your mobile')).toBeNull()
    forgetSession('left')
    cleanup()
    signIn({ user: robyn, token: 'secret' })
    renderAt('/dashboard')
    await notice()
  })

  test.each([
    ['of a landline', { phoneNumber: '+61255500143' }],
    ['that is verified', { phoneVerified: true }],
    ['while the email waits', { emailVerified: false, callsWaitForEmail: true }],
  ])('an unverified phone is not announced %s', async (_, fields) => {
    const somebody = { ...robyn, ...fields }
    signIn({ user: somebody, token: 'secret' })
    fakeFetch({ ...ANSWERS, 'GET /api/me': () => json(200, somebody) })
    renderAt('/dashboard')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Confirm your mobile')).toBeNull()
  })
})
