// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { dropPrefetched, prefetch, send } from './send.ts'

const MINE = { query: { limit: 5 }, circle: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  dropPrefetched()
  vi.useRealTimers()
})

/** Numbers its answers. */
function network() {
  let count = 0
  return fakeFetch({ 'GET /api/thing': () => json(200, ++count), 'POST /api/thing': () => json(200, ++count) })
}
const answered = async (...asked: Parameters<typeof send>) => (await send(...asked)).json()

test('a prefetched answer is given once; after that the server is asked again', async () => {
  const seen = network()
  prefetch('/api/thing', MINE)
  expect(await answered('/api/thing', MINE)).toBe(1)
  expect(seen).toHaveLength(1)
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test.each([
  ['of another family', { ...MINE, circle: 2 }],
  ['of another session', { ...MINE, token: 'other' }],
  ['with another question', { ...MINE, query: { limit: 6 } }],
  ['that changes something', { ...MINE, method: 'POST' as const }],
])('a prefetched answer is not given to a request %s', async (_, other) => {
  network()
  prefetch('/api/thing', MINE)
  expect(await answered('/api/thing', other)).toBe(2)
})

test('a prefetched answer is dropped after five seconds', async () => {
  network()
  prefetch('/api/thing', MINE)
  vi.advanceTimersByTime(5_000)
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test('prefetched answers are dropped when somebody else may be signed in', async () => {
  network()
  prefetch('/api/thing', MINE)
  dropPrefetched()
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test('a prefetch that failed is asked again', async () => {
  let isThere = false
  fakeFetch({ 'GET /api/thing': () => (isThere ? json(200, 'now') : Promise.reject(new TypeError('Failed to fetch'))) })
  prefetch('/api/thing', MINE)
  isThere = true
  expect(await answered('/api/thing', MINE)).toBe('now')
})
