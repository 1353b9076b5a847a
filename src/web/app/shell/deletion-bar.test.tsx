// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { DeletionBar } from './deletion-bar.tsx'

afterEach(cleanup)

function Bar() {
  return <DeletionBar deleteAt="2026-11-28T00:00:00.000Z" />
}

test('the bar says the day, and keeps the account with one press', async () => {
  const server = fakeServer({
    'DELETE /api/account/deletion': () => reply(204),
    'GET /api/me': () => aUser(),
  })
  const { user } = renderScreen(Bar, { at: '/settings', route: '/settings' })
  const bar = await screen.findByRole('region', { name: 'Account deletion' })
  expect(bar.textContent).toContain('We’ll delete this account on Nov 28, 2026.')
  await user.click(within(bar).getByRole('button', { name: 'Keep my account' }))
  await screen.findByText('We’ve kept your account.')
  expect(server.sentTo('DELETE /api/account/deletion')).toHaveLength(1)
  expect(server.sentTo('GET /api/me')).toHaveLength(1)
})
