// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { safeTarget } from '#web/lib/routing/safe-target.ts'
import { forgetSession, signIn } from '#web/lib/session/session.ts'

beforeEach(() => forgetSession('never'))

test('a visitor who is signed in goes from the sign-in screen to the dashboard', async () => {
  fakeFetch({})
  signIn({ user: aUser(), token: 'secret' })
  const app = renderAt('/login')
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
})

test('a visitor who is signed in and comes for the registration sees their dashboard, and no empty page', async () => {
  fakeFetch({})
  signIn({ user: aUser(), token: 'secret' })
  const app = renderAt('/login?redirect=%2Fregister')
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
})

test('only admins see the Admin Panel link, and others who type its address see a message and are sent home', async () => {
  fakeFetch({})
  signIn({ user: aUser(), token: 'secret' })
  const app = renderAt('/admin')
  expect(await screen.findByText('You do not have permission to access the admin area.')).toBeDefined()
  expect(screen.getByText('Access Denied').closest('[role="alert"]')).not.toBeNull()
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull()
})

test('signing out ends the session on the server and everywhere in the browser', async () => {
  signIn({ user: aUser(), token: 'secret' })
  const seen = fakeFetch({ 'POST /api/logout': () => json(204) })
  const app = renderAt('/settings')
  const [signOut] = await screen.findAllByRole('button', { name: 'Sign out' })
  if (signOut) await app.user.click(signOut)
  await waitFor(() => expect(app.address()).toBe('/login'))
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/logout')
  expect(localStorage).toHaveLength(0)
})

test('when the server cannot be reached, nobody is led to believe that they are signed out', async () => {
  signIn({ user: aUser(), token: 'secret' })
  fakeFetch({ 'POST /api/logout': () => json(503, { message: 'The server is starting' }) })
  const app = renderAt('/settings')
  const [signOut] = await screen.findAllByRole('button', { name: 'Sign out' })
  if (signOut) await app.user.click(signOut)
  expect(await screen.findByText(/You’re still signed in/)).toBeDefined()
  expect(app.address()).toBe('/settings')
})

test('what a screen was still asking for is cancelled by a sign-out, and asked for again when that fails', async () => {
  signIn({ user: aUser(), token: 'secret' })
  const waiting = Promise.withResolvers<Response>()
  const seen = fakeFetch({
    'GET /api/loved-ones': () =>
      asked() === 1 ? waiting.promise : json(200, [aLovedOne({ name: 'Margaret Hartley' })]),
    'POST /api/logout': () => json(503, { message: 'The server is starting' }),
  })
  const app = renderAt('/loved-ones')
  const asked = () => seen.filter(({ path }) => path === '/api/loved-ones').length
  await waitFor(() => expect(asked()).toBe(1))
  const [signOut] = await screen.findAllByRole('button', { name: 'Sign out' })
  if (signOut) await app.user.click(signOut)
  expect(await screen.findByText(/You’re still signed in/)).toBeDefined()
  expect(asked(), 'without a wait for the next poll').toBe(2)
  expect(await screen.findByRole('heading', { name: 'Margaret Hartley' })).toBeDefined()
})

test('going back after signing in stays inside the app', () => {
  expect(safeTarget('/calls?tab=history')).toBe('/calls?tab=history')
  expect(safeTarget('https://evil.example/x')).toBe('/dashboard')
  expect(safeTarget('//evil.example')).toBe('/dashboard')
  expect(safeTarget('/\\evil.example')).toBe('/dashboard')
  expect(safeTarget('javascript:alert(1)')).toBe('/dashboard')
  expect(safeTarget('/.//evil.example/x')).toBe('/evil.example/x')
  expect(safeTarget('/calls/..//evil.example')).toBe('/evil.example')
  expect(safeTarget('/login')).toBe('/dashboard')
  expect(safeTarget('/register')).toBe('/dashboard')
  expect(safeTarget(undefined)).toBe('/dashboard')
})
