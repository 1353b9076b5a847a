// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { aLovedOne, consents } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { LovedOnes } from '../loved-ones.tsx'

const AT = '2026-03-01T22:00:00.000Z'
const AGREED = { state: 'agreed', since: AT, how: 'key' } as const

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const margaret = (decided: LovedOne['consents']) => aLovedOne({ consents: decided })

function open(decided: LovedOne['consents'], more: Parameters<typeof fakeServer>[0] = {}) {
  const fake = fakeServer({
    'GET /api/loved-ones': () => [margaret(decided)],
    'GET /api/loved-ones/:id': () => margaret(decided),
    ...more,
  })
  return { ...fake, ...renderScreen(LovedOnes, { at: '/loved-ones?edit=1', route: '/loved-ones' }) }
}
const section = async () => within(await screen.findByRole('group', { name: 'What Margaret has agreed to' }))

test('it says since when somebody has agreed, and how', async () => {
  open(consents())
  expect((await section()).getByText('Said yes on Mar 2, 2026, by pressing a key in a call')).toBeTruthy()
})

test('somebody who was not asked yet is asked on the first call, and recording has no line', async () => {
  open(consents('not_asked'))
  const part = await section()
  expect(part.getByText('We’ll ask Margaret on the first call')).toBeTruthy()
  expect(part.queryByText('Recording calls')).toBeNull()
})

test('the ledger is asked for when it is opened, and shows what was asked and answered', async () => {
  const { user, sentTo } = open(consents(), {
    'GET /api/loved-ones/:id/consents': () => [
      { id: 2, subject: 'calls', state: 'agreed', how: 'key', wording: '2026-11', at: AT },
      { id: 1, subject: 'calls', state: 'not_asked', how: 'no_answer', wording: '2026-11', at: AT },
    ],
  })
  const part = await section()
  expect(sentTo('GET /api/loved-ones/:id/consents')).toEqual([])
  await user.click(part.getByText('Show everything we asked'))
  expect(await part.findByText('Calls: said yes, by pressing a key in a call')).toBeTruthy()
  expect(part.getByText('Calls: asked in a call, nothing was pressed')).toBeTruthy()
})

test('recording is stopped at once, and what there is goes where that is asked for', async () => {
  const before = { ...consents(), recording: AGREED }
  const after = { ...before, recording: { state: 'withdrawn', since: AT, how: 'account_holder' } as const }
  const { user, sentTo, routes } = open(before, {
    'POST /api/loved-ones/:id/consents/recording/withdraw': () => {
      routes['GET /api/loved-ones/:id'] = () => margaret(after)
      return margaret(after)
    },
  })
  await user.click((await section()).getByRole('button', { name: 'Stop recording' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop recording Margaret’s calls?' }))
  await user.click(dialog.getByRole('checkbox', { name: /^Also delete the recordings/ }))
  await user.click(dialog.getByRole('button', { name: 'Stop and delete' }))
  expect(await screen.findByText('We don’t record these calls any more')).toBeTruthy()
  expect(sentTo('POST /api/loved-ones/:id/consents/recording/withdraw')).toMatchObject([
    { path: '/api/loved-ones/1/consents/recording/withdraw', body: { deletesExisting: true } },
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop recording' })).toBeNull())
  expect((await section()).getByText('Took it back on Mar 2, 2026, you told us')).toBeTruthy()
})

test('a failure leaves the question open, and says so', async () => {
  const { user } = open(
    { ...consents(), words: AGREED },
    { 'POST /api/loved-ones/:id/consents/words/withdraw': () => reply(500, { message: 'Something broke' }) },
  )
  await user.click((await section()).getByRole('button', { name: 'Stop showing the words' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop showing what Margaret says?' }))
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('We couldn’t change that. Please try again.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Stop showing what Margaret says?' })).toBeTruthy()
})
