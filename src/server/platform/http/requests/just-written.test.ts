import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reader } from '#server/platform/database/replica/screen-reads.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'

const readers: Reader[] = []
const changed: number[] = []
let server: TestApp
let jane: SignedIn
let circleId: number
beforeAll(async () => {
  server = await buildTestApp((_clock, { db }) => ({
    replica: {
      reads: (reader, read) => {
        readers.push(reader)
        return read(db)
      },
      noteChanges: (accountIds) => void changed.push(...accountIds),
    },
  }))
  jane = await server.aRegisteredAccount()
  circleId = (await jane.get('/api/me')).json().circle.id
})
afterAll(() => server.close())
beforeEach(() => {
  readers.length = 0
  changed.length = 0
})

test.each([
  '/api/calls/upcoming',
  '/api/calls/recurring',
  '/api/calls/history',
  '/api/calls/week',
  '/api/loved-ones',
  '/api/dashboard/stats',
  '/api/dashboard/today',
  '/api/activity',
])('%s may be read from a replica', async (path) => {
  expect((await jane.get(path)).statusCode).toBe(200)
  expect(readers).toEqual([{ accountId: circleId, hasJustWritten: false }])
})

test('the figures of the admins may be read from a replica', async () => {
  const admin = await server.anAdmin()
  readers.length = 0
  expect((await admin.get('/api/admin/stats')).statusCode).toBe(200)
  expect(readers).toEqual([{ accountId: null, hasJustWritten: false }])
})

test('a browser that has just changed something reads the primary for two seconds, whichever process answers', async () => {
  const answer = await jane.patch('/api/profile', { firstName: 'Jane' })
  expect(answer.cookies).toContainEqual(
    expect.objectContaining({ name: 'just-written', maxAge: 2, httpOnly: true, path: '/api' }),
  )
  expect(changed).toEqual([circleId])
  const headers = { authorization: `Bearer ${jane.token}` }
  await server.request('GET', '/api/activity', undefined, { headers, cookies: { 'just-written': '1' } })
  expect(readers).toEqual([{ accountId: circleId, hasJustWritten: true }])
})

test('reading marks nothing', async () => {
  const answer = await jane.get('/api/activity')
  expect(answer.cookies).toEqual([])
  expect(changed).toEqual([])
})
