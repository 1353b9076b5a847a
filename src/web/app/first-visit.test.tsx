// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'
import { hasStoredSession } from '#web/lib/session/session-storage.ts'

test('a protected screen asks once who is there, although nothing in this browser says that somebody is', async () => {
  const seen = fakeFetch({ 'GET /api/me': () => json(401, { message: 'no' }) })
  const app = renderAt('/loved-ones')
  await waitFor(() => expect(app.address()).toBe('/login?redirect=%2Floved-ones'))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(seen.map(({ path }) => path)).toEqual(['/api/me'])
})

test('the cookie that scripts may read is a trace of a session, and goes with it', () => {
  expect(hasStoredSession()).toBe(false)
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets
  document.cookie = `${SIGNED_IN_COOKIE}=1; Path=/`
  expect(hasStoredSession()).toBe(true)
  signIn({ user: aUser(), token: 'secret' })
  forgetSession('left')
  expect(hasStoredSession()).toBe(false)
})
