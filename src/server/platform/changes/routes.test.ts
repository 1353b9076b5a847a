import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'

let cooee: TestApp
let jane: SignedIn
beforeEach(async () => {
  cooee = await buildTestApp({ heartbeatMs: 20 })
  jane = await cooee.aRegisteredAccount()
})
afterEach(() => cooee.close())

const changes = (account: SignedIn, ...topics: ('calls' | 'activity')[]) =>
  cooee.changes.publish(new Map([[account.user.circle.id, new Set(topics)]]))

/** Opens a stream and reads on demand. */
async function listen(headers: Record<string, string>) {
  const answer = await cooee.app.inject({ url: '/api/changes', headers, payloadAsStream: true })
  const stream: Readable = answer.stream()
  let text = ''
  stream.on('data', (part) => {
    text += part
  })
  const ended = new Promise<void>((resolve) => stream.once('end', resolve))
  return {
    answer,
    ended,
    text: () => text,
    async until(found: RegExp) {
      while (!found.test(text)) await new Promise((resolve) => stream.once('data', resolve))
    },
  }
}
const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` })

test('a change is sent with its topics and nothing else', async () => {
  const stream = await listen(bearer(jane))
  expect(stream.answer.statusCode).toBe(200)
  changes(jane, 'calls')
  await stream.until(/event: changed\ndata: {"topics":\["calls"\]}\n\n/)
})

test('the cookie alone is enough', async () => {
  const stream = await listen({ cookie: `auth-token=${jane.token}` })
  changes(jane, 'activity')
  await stream.until(/"activity"/)
})

test("somebody else's changes never arrive", async () => {
  const stranger = await cooee.aRegisteredAccount()
  const stream = await listen(bearer(jane))
  changes(stranger, 'activity')
  changes(jane, 'calls')
  await stream.until(/changed/)
  expect(stream.text()).not.toContain('activity')
})

test('it is not kept, not compressed and not collected on the way', async () => {
  const { answer } = await listen({ ...bearer(jane), 'accept-encoding': 'br, gzip' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a comment keeps the connection open, and a session that has ended closes it', async () => {
  const stream = await listen(bearer(jane))
  await stream.until(/: here\n\n/)
  await jane.post('/api/logout')
  await stream.ended
})

test('a stream ends when its session enters another circle', async () => {
  const rao = await cooee.aRegisteredAccount()
  const { circle } = (await jane.get('/api/me')).json()
  const viewer = { accountId: circle.id, personId: rao.user.id, role: 'viewer', mayHearCalls: false } as const
  await cooee.db.insertInto('members').values(viewer).execute()
  await rao.post(`/api/circles/${circle.id}/enter`)
  const stream = await listen(bearer(rao))
  await jane.delete(`/api/members/${rao.user.id}`)
  await stream.ended
  expect((await rao.get('/api/me')).json().circle.role).toBe('owner')
})

test('a person has ten streams at most, also in a family of several, and who leaves makes room', async () => {
  const url = await cooee.app.listen({ port: 0, host: '127.0.0.1' })
  // Held until it leaves: a response that nothing refers to any more is closed by the garbage collector.
  const leaving = await fetch(`${url}/api/changes`, { headers: bearer(jane) })
  await Promise.all(Array.from({ length: 9 }, () => listen(bearer(jane))))
  const refused = await jane.get('/api/changes')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  const tom = await aMemberOf(cooee, jane, 'carer')
  expect((await listen(bearer(tom))).answer.statusCode).toBe(200)
  await leaving.body?.cancel()
  while (cooee.changes.listeners(jane.user.circle.id) === 11) await pause(5)
  expect((await listen(bearer(jane))).answer.statusCode).toBe(200)
})

test('a server that stops ends the streams instead of waiting for them', async () => {
  const url = await cooee.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/api/changes`, { headers: bearer(jane) })
  const body = response.text()
  await cooee.app.close()
  expect(await body).toContain('retry:')
})
