// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { forgetAhead, send, sendAhead } from './send.ts'

const MINE = { query: { limit: 5 }, circle: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  forgetAhead()
  vi.useRealTimers()
})

/** Numbers its answers. */
function network() {
  let count = 0
  return fakeFetch({ 'GET /api/thing': () => json(200, ++count), 'POST /api/thing': () => json(200, ++count) })
}
const answered = async (...asked: Parameters<typeof send>) => (await send(...asked)).json()

test('what was asked ahead is answered once; after that it is asked again', async () => {
  const seen = network()
  sendAhead('/api/thing', MINE)
  expect(await answered('/api/thing', MINE)).toBe(1)
  expect(seen).toHaveLength(1)
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test.each([
  ['of another family', { ...MINE, circle: 2 }],
  ['of another session', { ...MINE, token: 'other' }],
  ['with another question', { ...MINE, query: { limit: 6 } }],
  ['that changes something', { ...MINE, method: 'POST' as const }],
])('a request %s is not answered with it', async (_, other) => {
  network()
  sendAhead('/api/thing', MINE)
  expect(await answered('/api/thing', other)).toBe(2)
})

test('an answer as old as what is polled may not be is thrown away', async () => {
  network()
  sendAhead('/api/thing', MINE)
  vi.advanceTimersByTime(5_000)
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test('an answer is thrown away when somebody else may be signed in', async () => {
  network()
  sendAhead('/api/thing', MINE)
  forgetAhead()
  expect(await answered('/api/thing', MINE)).toBe(2)
})

test('what got no answer is asked again', async () => {
  let isThere = false
  fakeFetch({ 'GET /api/thing': () => (isThere ? json(200, 'now') : Promise.reject(new TypeError('Failed to fetch'))) })
  sendAhead('/api/thing', MINE)
  isThere = true
  expect(await answered('/api/thing', MINE)).toBe('now')
})
