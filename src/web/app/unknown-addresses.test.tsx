// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session/session.ts'

beforeEach(() => signIn({ user: aUser(), token: 'secret' }))

const answers = {
  'GET /api/loved-ones': () => json(200, [aLovedOne({ id: 1 })]),
  'GET /api/calls/upcoming': () => json(200, []),
  'GET /api/calls/history': () => json(200, []),
  'GET /api/calls/recurring': () => json(200, []),
}

test.each(['/calls/edit/abc', '/calls/edit/0', '/calls/edit', '/calls/foo/7', '/calls/7', '/calls/details/1.5'])(
  '%s names no call, and shows an error',
  async (address) => {
    fakeFetch(answers)
    renderAt(address)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
  },
)

test.each(['upcoming', 'recurring', 'history'])(
  'calls of a loved one that is not there are no empty list: %s',
  async (tab) => {
    fakeFetch(answers)
    const { user, address } = renderAt(`/calls?tab=${tab}&lovedOneId=999`)
    expect(await screen.findByRole('heading', { name: 'We couldn’t find this loved one' })).toBeDefined()
    expect(screen.queryByText(/Showing calls for|No .* calls scheduled|No call history yet/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByText(/No .* calls scheduled|No call history yet/)).toBeDefined()
    expect(address()).toBe(`/calls?tab=${tab}`)
  },
)
