// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, getSession, verifySession } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

// The first is what a page load begins with: nothing is known yet.

test('while it is checked who is signed in, /admin shows a spinner; a non-admin sees nothing else of it', async () => {
  expect(getSession()).toEqual({ status: 'unknown' })
  const answer = Promise.withResolvers<Response>()
  const seen = fakeFetch({ 'GET /api/me': () => answer.promise })
  const app = renderAt('/admin')
  const verification = verifySession()
  await screen.findByText('Checking you’re signed in…')
  expect(screen.queryByText('Admin Panel')).toBeNull()
  await act(async () => {
    answer.resolve(json(200, aUser()))
    await verification
  })
  await screen.findByText('You do not have permission to access the admin area.')
  await screen.findByText('Access Denied')
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
  expect(seen.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([])
})

test('without a session /admin leads to the sign-in screen, without a word about permission', async () => {
  toast.dismiss()
  forgetSession('never')
  fakeFetch({})
  const app = renderAt('/admin?tab=system')
  await waitFor(() => expect(app.address()).toBe('/login?redirect=%2Fadmin%3Ftab%3Dsystem'))
  expect(screen.queryByText('Access Denied')).toBeNull()
})
