// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renewPush } from './renew-push.ts'

const ADDRESS = { endpoint: 'https://push.example/new', keys: { p256dh: 'B', auth: 'a' } }
let unsubscribed: number
let pageLoads = 0
let scope: string
beforeEach(() => {
  unsubscribed = 0
  pageLoads += 1
  scope = `7/${pageLoads}`
  browser({ permission: 'granted', subscription: true })
})
afterEach(() => vi.unstubAllGlobals())

function browser({ permission, subscription }: { permission: string; subscription: boolean }) {
  const subscribed = {
    toJSON: () => ADDRESS,
    unsubscribe: async () => {
      unsubscribed += 1
    },
  }
  const pushManager = { getSubscription: async () => (subscription ? subscribed : null) }
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
}
const server = (status: number) =>
  fakeFetch({
    'POST /api/push-devices/renew': () => (status === 204 ? json(204, null) : json(status, { message: 'No' })),
  })

test('a page that is opened has the server push to the address that its browser has now, once', async () => {
  const seen = server(204)
  await renewPush(scope)
  await renewPush(scope)
  expect(seen.map(({ body }) => body)).toEqual([ADDRESS])
  expect(unsubscribed).toBe(0)
})

test('a browser that its reader does not want notified is unsubscribed', async () => {
  server(404)
  await renewPush(scope)
  expect(unsubscribed).toBe(1)
})

test('a server that cannot say leaves the browser subscribed', async () => {
  server(500)
  await renewPush(scope)
  expect(unsubscribed).toBe(0)
})

test.each([
  { permission: 'default', subscription: true },
  { permission: 'granted', subscription: false },
])('a browser with %o asks nothing', async (state) => {
  browser(state)
  const seen = server(204)
  await renewPush(scope)
  expect(seen).toEqual([])
})
