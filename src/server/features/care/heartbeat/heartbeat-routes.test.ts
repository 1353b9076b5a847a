import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { recordHeartbeat } from '../dispatch/dispatcher-heartbeats.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

test('an outside monitor sees the heartbeat without a session, and 503 with the reason once it stops', async () => {
  const before = await cooee.request('GET', '/api/heartbeat')
  expect([before.statusCode, before.json()]).toEqual([
    503,
    {
      status: 'failing',
      message: 'Nobody has looked for due calls yet.',
      lastHeartbeatAt: null,
      lastLookAt: null,
      dueNotStarted: 0,
    },
  ])
  cooee.clock.advance(2_000)
  await recordHeartbeat(cooee.db, cooee.clock.now())
  const lastHeartbeatAt = cooee.clock.now().toISOString()
  const beating = await cooee.request('GET', '/api/heartbeat')
  expect([beating.statusCode, beating.json()]).toEqual([
    200,
    { status: 'ok', lastHeartbeatAt, lastLookAt: lastHeartbeatAt, dueNotStarted: 0 },
  ])
  cooee.clock.advance(31_000)
  const stopped = await cooee.request('GET', '/api/heartbeat')
  expect([stopped.statusCode, stopped.json().message]).toEqual([
    503,
    `Nobody has looked for due calls since ${lastHeartbeatAt}.`,
  ])
})

test('the API reference shows both answers', async () => {
  const document = (await cooee.request('GET', '/api/docs/openapi.json')).json()
  const { responses } = document.paths['/api/heartbeat'].get
  expect(responses['200'].content['application/json'].schema.properties).toHaveProperty('dueNotStarted')
  expect(responses['503'].content['application/json'].schema.properties).toHaveProperty('message')
})
