// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseInMenu, margaret, open, server, setUpCallsScreen, tomorrow } from '#test/web/calls-screen.tsx'

setUpCallsScreen()

const REFRESHED = 'all the same. This page is checking now.'
const daily = { ...tomorrow, recurrencePattern: 'daily' as const }

test.each([
  {
    action: 'Call Now',
    request: 'POST /api/calls/:id/call-now',
    confirm: null,
    words: `Failed to initiate call: There was a problem connecting to the server. The call may be on its way ${REFRESHED}`,
  },
  {
    action: 'Cancel recurring call',
    request: 'DELETE /api/calls/:id',
    confirm: 'Cancel recurring call',
    words: `Failed to cancel call: There was a problem connecting to the server. The call may have been cancelled ${REFRESHED}`,
  },
  {
    action: 'Skip next',
    request: 'POST /api/calls/:id/skip',
    confirm: 'Skip call',
    words: `Failed to skip call: There was a problem connecting to the server. The call may have been skipped ${REFRESHED}`,
  },
])('$action with a lost answer may have been done, and the list shows it', async (each) => {
  let calls = [daily]
  server({
    'GET /api/calls/upcoming': () => calls,
    [each.request]: () => {
      calls = []
      return 'lost'
    },
  })
  const { user } = open()
  await chooseInMenu(user, margaret.name, each.action)
  if (each.confirm) await user.click(await screen.findByRole('button', { name: each.confirm }))
  expect(await screen.findByText(each.words)).toBeTruthy()
  expect(await screen.findByText('No upcoming calls scheduled')).toBeTruthy()
})

test('a refusal is a failure and no more than that', async () => {
  server({ 'GET /api/calls/upcoming': () => [daily] })
  const { user } = open()
  await chooseInMenu(user, margaret.name, 'Call Now')
  expect(await screen.findAllByText('Failed to initiate call: Not found')).toHaveLength(2)
})
