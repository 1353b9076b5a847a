// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aSubscription, STANDINGS } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session/session.ts'

beforeEach(() => signIn({ user: aUser(), token: 'secret' }))

test.each(['success=true', 'success=%22true%22'])(
  'the address that somebody comes back to from the checkout stays as the card provider wrote it: %s',
  async (query) => {
    fakeFetch({
      'GET /api/subscription': () => json(200, aSubscription(STANDINGS.trial)),
      'POST /api/subscription/refresh': () => new Promise<Response>(() => {}),
    })
    const { address } = renderAt(`/subscription?${query}`)
    expect(await screen.findByText('We’re waiting for the card company')).toBeDefined()
    expect(address()).toBe('/subscription?success=true')
  },
)
