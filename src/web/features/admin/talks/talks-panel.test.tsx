// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { someTalks } from '#test/web/admin-answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { TalksPanel } from './talks-panel.tsx'

afterEach(cleanup)

const AT = '2026-03-09T22:00:00.000Z'
function open(routes: Parameters<typeof fakeServer>[0]) {
  const fake = fakeServer(routes)
  return { ...fake, ...renderScreen(TalksPanel, { at: '/admin', route: '/admin' }) }
}

test('an admin reads what the chats of this month take', async () => {
  open({ 'GET /api/admin/talks': () => someTalks() })
  expect((await screen.findByText('Tokens read this month')).nextElementSibling?.textContent).toBe('12,345')
  const row = within(screen.getByRole('row', { name: /Robyn Hartley/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['3 in 9 min', 'Switch off'])
})

test('all chats are switched off after a question, and the page says since when', async () => {
  let offAt: string | null = null
  const { user, sentTo } = open({
    'GET /api/admin/talks': () => someTalks({ offAt }),
    'POST /api/admin/talks/off': () => {
      offAt = AT
      return { offAt }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Switch off all chats' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Switch off all chats?' }))
  await user.click(question.getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByText('Chats are switched off')).toBeTruthy()
  expect(sentTo('POST /api/admin/talks/off')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Allow chats again' })).toBeTruthy()
})

test('the chats of one account are switched off and allowed again', async () => {
  let blockedAt: string | null = null
  const { user } = open({
    'GET /api/admin/talks': () =>
      someTalks({ accounts: someTalks().accounts.map((account) => ({ ...account, blockedAt })) }),
    'POST /api/admin/accounts/:id/talks/block': () => {
      blockedAt = AT
      return { blockedAt }
    },
    'POST /api/admin/accounts/:id/talks/allow': () => {
      blockedAt = null
      return { blockedAt }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Switch off chats for Robyn Hartley' }))
  await user.click(await screen.findByRole('button', { name: 'Allow chats again for Robyn Hartley' }))
  expect(await screen.findByRole('button', { name: 'Switch off chats for Robyn Hartley' })).toBeTruthy()
})

test('where no model is set up, the panel says so', async () => {
  open({ 'GET /api/admin/talks': () => someTalks({ isSetUp: false, accounts: [] }) })
  expect(await screen.findByText('No model is set up, so no call is a chat.')).toBeTruthy()
})

test('a failure is shown with a way to load it again', async () => {
  open({ 'GET /api/admin/talks': () => reply(500, { message: 'Broken' }) })
  expect(await screen.findByText('Failed to load the short chats')).toBeTruthy()
})
