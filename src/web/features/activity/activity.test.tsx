// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anActivity } from '#test/web/answers.ts'
import { type FakeRequest, fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { ActivityLog } from './activity.tsx'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney.
const NOW = new Date('2026-03-09T23:24:00.000Z')
const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney')
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const log = Array.from({ length: 120 }, (_, index) =>
  anActivity({
    id: 500 - index,
    description: index === 110 ? 'Olive was added as a loved one' : `Entry ${index}`,
    activityType: index === 110 ? 'loved_one_added' : 'call_completed',
    createdAt: new Date(NOW.getTime() - index * HOUR_MS).toISOString(),
    metadata: index === 3 ? { details: 'Duration 3:12' } : {},
  }),
)
/** The entries page by page, as the server gives them. */
function pages({ query }: FakeRequest) {
  const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
  return log.filter(({ id }) => id < before).slice(0, Number(query.get('limit')))
}
function open(answer: (request: FakeRequest) => unknown = pages) {
  const server = fakeServer({
    'GET /api/activity': answer,
    'GET /api/activity/retention': () => ({ months: 24, callMonths: 36 }),
  })
  return { server, ...renderScreen(ActivityLog, { at: '/activity', route: '/activity' }) }
}
const search = () => screen.findByRole('searchbox', { name: 'Search activity' })

test('a hundred entries are asked for and stand under their days with their details; older ones come on demand', async () => {
  const { server, user } = open()
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy()
  expect(screen.getByText('3 hours ago · Duration 3:12')).toBeTruthy()
  expect(server.requests.find(({ path }) => path === '/api/activity')?.query.get('limit')).toBe('100')
  expect(screen.queryByText('Olive was added as a loved one')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Olive was added as a loved one')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('an entry says who did it where that was somebody else and its sentence does not name them', async () => {
  const by = { id: 990_001, name: 'Tom Hartley' }
  open(() => [
    anActivity({ description: 'Tom Hartley skipped a call', by, createdAt: NOW.toISOString() }),
    anActivity({ description: 'Margaret’s details updated', by, createdAt: NOW.toISOString() }),
  ])
  expect(await screen.findByText(/· Tom Hartley$/)).toBeTruthy()
  expect(screen.getAllByText(/Tom Hartley/)).toHaveLength(2)
})

test('a search that finds nothing yet does not pretend to know what is older, and goes on there', async () => {
  const { user } = open()
  await user.type(await search(), 'olive')
  expect(await screen.findByRole('heading', { name: 'No matches found so far' })).toBeTruthy()
  expect(screen.getByText(/in the latest 100, back to Mar 6, 2026. We haven’t searched older entries/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Search older entries' }))
  expect(await screen.findByText('Olive was added as a loved one')).toBeTruthy()
  expect(screen.getByText('1 entry matches.')).toBeTruthy()
})

test('when all has been searched, nothing found is said, and the filters can be cleared', async () => {
  const { user } = open(() => log.slice(0, 5))
  await user.type(await search(), 'zzz')
  expect(await screen.findByRole('heading', { name: 'No matches found' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Search older entries' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByText('Entry 1')).toBeTruthy()
})

test('the type filter has the groups of the log', async () => {
  const { user } = open(() => [...log.slice(0, 3), ...log.slice(110, 111)])
  await user.click(await screen.findByRole('combobox', { name: 'Filter by type' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All Types',
    'Calls',
    'Loved Ones',
    'Contacts',
    'Family',
    'Subscription',
  ])
  await user.click(screen.getByRole('option', { name: 'Loved Ones' }))
  expect(await screen.findByText('1 entry matches.')).toBeTruthy()
  expect(screen.queryByText('Entry 1')).toBeNull()
})

test('an empty log says so', async () => {
  open(() => [])
  expect(await screen.findByRole('heading', { name: 'No recent activity' })).toBeTruthy()
})

test('a failed load of the activity log says so, and can be retried', async () => {
  const { server, user } = open(() => reply(500, { message: 'Broken' }))
  expect(await screen.findByRole('heading', { name: 'Failed to load activity log.' })).toBeTruthy()
  server.routes['GET /api/activity'] = () => log.slice(0, 2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Entry 1')).toBeTruthy()
})

test('the activity log says for how long entries are kept', async () => {
  open()
  expect(await screen.findByText('We keep entries for 24 months, then delete them.')).toBeTruthy()
})
