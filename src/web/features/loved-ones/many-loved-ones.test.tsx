// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aLovedOne } from '#test/web/answers.ts'
import { type FakeRequest, fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { LovedOnes } from './loved-ones.tsx'
// Loaded here: on a crowded machine that takes longer than anybody waits for a list.
import './many-loved-ones.tsx'

const everybody = Array.from({ length: 260 }, (_, n) => aLovedOne({ id: n + 1, name: `Person ${n + 1}` }))

/** As the server pages and searches. */
function paged({ query }: FakeRequest) {
  const after = Number(query.get('after') ?? 0)
  const search = query.get('search') ?? ''
  return everybody
    .filter(({ id, name }) => id > after && name.includes(search))
    .slice(0, Number(query.get('limit') ?? 200))
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const open = () => renderScreen(LovedOnes, { at: '/loved-ones', route: '/loved-ones' })

test('more loved ones than a list holds come a page at a time', async () => {
  fakeServer({ 'GET /api/loved-ones': paged })
  const { user } = open()
  expect(await screen.findByText('Showing the first 50 loved ones')).toBeTruthy()
  expect(screen.queryByText('Person 51')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Showing the first 100 loved ones')).toBeTruthy()
  expect(screen.getByText('Person 51')).toBeTruthy()
})

test('a search finds people who are not in the loaded list, and says when it finds nobody', async () => {
  fakeServer({ 'GET /api/loved-ones': paged })
  const { user } = open()
  const box = await screen.findByRole('searchbox', { name: 'Search loved ones' })
  await user.type(box, ' Person 255 ')
  expect(await screen.findByText('Showing 1 loved one')).toBeTruthy()
  expect(screen.getByText('Person 255')).toBeTruthy()
  await user.type(box, 'x')
  expect(await screen.findByText('No matches found')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByText('Showing the first 50 loved ones')).toBeTruthy()
})

test('a search that fails says so and can be tried again', async () => {
  let isDown = true
  fakeServer({
    'GET /api/loved-ones': (request: FakeRequest) =>
      isDown && request.query.has('search') ? reply(400, { message: 'Something broke' }) : paged(request),
  })
  const { user } = open()
  await user.type(await screen.findByRole('searchbox', { name: 'Search loved ones' }), '255')
  const again = await screen.findByRole('button', { name: 'Refresh' }, { timeout: 10_000 })
  isDown = false
  await user.click(again)
  expect(await screen.findByText('Person 255')).toBeTruthy()
}, 30_000)
