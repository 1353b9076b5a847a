// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { getSession, verifySession } from '#web/lib/session/session.ts'

// The order of these two is that of one page load: nothing is known yet, then it is.

test('while the server is asked who is signed in, a protected screen shows a spinner and nothing else', async () => {
  expect(getSession()).toEqual({ status: 'unknown' })
  const answer = Promise.withResolvers<Response>()
  const seen = fakeFetch({ 'GET /api/me': () => answer.promise })
  renderAt('/subscription')
  const verification = verifySession()
  expect(await screen.findByText('Checking you’re signed in…')).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  await act(async () => {
    answer.resolve(json(200, aUser()))
    await verification
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Subscription' })).toBeDefined()
  expect(seen.filter(({ path }) => path === '/api/me')).toHaveLength(1)
})

test('one failed request for who is signed in shows no sign-in form: it is said, and asked again', async () => {
  vi.resetModules()
  const [{ renderAt: renderAgain }, session] = [
    await import('#test/web/render-at.tsx'),
    await import('#web/lib/session/session.ts'),
  ]
  let isDown = true
  fakeFetch({ 'GET /api/me': () => (isDown ? json(502, {}) : json(200, aUser())) })
  const app = renderAgain('/settings')
  expect(await screen.findByText('We can’t reach Cooee right now')).toBeDefined()
  expect(app.address()).toBe('/settings')
  expect(session.getSession()).toEqual({ status: 'unreachable' })
  isDown = false
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
})

test('a known user is not verified again', async () => {
  const seen = fakeFetch({})
  renderAt('/subscription')
  await screen.findByRole('heading', { level: 1, name: 'Subscription' })
  expect(seen.filter(({ path }) => path === '/api/me')).toEqual([])
})
