import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { NO_LIMITS } from '../visitors/limits.ts'
import { limitConcurrency } from './limit-concurrency.ts'

let cooee: TestApp
let port: number
let [underWay, most] = [0, 0]
let held: Promise<void> = Promise.resolve()
beforeAll(async () => {
  cooee = await buildTestApp({
    limits: { ...NO_LIMITS, connectionsPerAddress: 20, requestsPerAddress: 30, requestsPerAccount: 40 },
    async adapterRoutes(app) {
      app.post('/api/slow', { config: { right: 'own' } }, async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await held
        underWay -= 1
        return {}
      })
      app.post('/api/provider', { config: { access: 'open', isCallback: true } }, async () => ({ heard: true }))
    },
  })
  port = Number(new URL(await cooee.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => cooee.close())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** A request whose body never comes. */
async function aSlowRequest(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
  )
  return socket
}

const askAs = (remoteAddress: string, token?: string) =>
  cooee.request('GET', token === undefined ? '/api/health' : '/api/me', undefined, {
    remoteAddress,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
const callBack = (remoteAddress: string) => cooee.request('POST', '/api/provider', {}, { remoteAddress })

async function statuses(count: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const seen = new Set<number>()
  for (let i = 0; i < count; i += 1) seen.add((await ask()).statusCode)
  return [...seen]
}

test('slow requests from one address make room for one another, and a callback from there is accepted', async () => {
  const slow = await Promise.all(Array.from({ length: 60 }, () => aSlowRequest('/api/provider')))
  const answer = await fetch(`http://127.0.0.1:${port}/api/provider`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toEqual({ heard: true })
  await expect.poll(() => slow.filter(({ closed }) => !closed).length, { timeout: 8_000 }).toBeLessThanOrEqual(20)
})

describe('an address that asks too much', () => {
  const CARRIER = '203.0.113.20'

  test('an address that asks too much is refused without a session, while the neighbour behind another one is not', async () => {
    expect(await statuses(30, () => askAs(CARRIER))).toEqual([200])
    const refused = await askAs(CARRIER)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(refused.json().message).toContain('Your network is sending us a lot of requests')
    expect((await askAs('203.0.113.21')).statusCode).toBe(200)
  })

  test('an address that asks too much keeps no signed-in user out, not even by guessing sessions', async () => {
    const robyn = await cooee.aRegisteredAccount()
    expect((await askAs(CARRIER, robyn.token)).statusCode).toBe(200)
    expect(await statuses(40, () => askAs(CARRIER, 'guessed'))).toEqual([401, 429])
    expect((await askAs(CARRIER, robyn.token)).statusCode).toBe(200)
  })

  test('an address that asks too much does not keep the provider out', async () => {
    expect((await askAs(CARRIER)).statusCode).toBe(429)
    expect(await statuses(60, () => callBack(CARRIER))).toEqual([200])
  })

  test('a visitor’s address is the one behind our proxy, and one network of IPv6', async () => {
    const through = (visitor: string) =>
      cooee.request('GET', '/api/health', undefined, { headers: { 'x-forwarded-for': visitor } })
    expect(await statuses(31, () => through('2001:db8:1:2::7'))).toEqual([200, 429])
    expect((await through('2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await through('2001:db8:1:3::7')).statusCode).toBe(200)
  })
})

test('changes of one account take turns, so that other requests find a connection of the database', async () => {
  const robyn = await cooee.aRegisteredAccount()
  let release = () => {}
  held = new Promise((resolve) => {
    release = () => resolve()
  })
  const changes = Array.from({ length: 15 }, () => robyn.post('/api/slow', {}))
  await expect.poll(() => underWay).toBe(4)
  expect((await robyn.get('/api/me')).statusCode).toBe(200)
  release()
  const answers = (await Promise.all(changes)).map(({ statusCode }) => statusCode)
  expect(new Set(answers)).toEqual(new Set([200]))
  expect([underWay, most]).toEqual([0, 4])
})

test('a request too far back in the queue is refused, and the queue is served in the order of arrival', async () => {
  const acquire = limitConcurrency({ atOnce: 1, waiting: 1 })
  const first = await acquire('robyn')
  const second = acquire('robyn')
  expect(await acquire('robyn')).toBeNull()
  expect(await acquire('tom')).not.toBeNull()
  first?.()
  first?.()
  const releaseSecond = await second
  const third = acquire('robyn')
  expect(await acquire('robyn')).toBeNull()
  releaseSecond?.()
  expect(await third).not.toBeNull()
})

test('an account that asks too much is refused wherever it asks from, and no other account is', async () => {
  const [busy, quiet] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
  let last = 0
  const fromAnywhere = () => {
    last += 1
    return askAs(`198.51.100.${last}`, busy.token)
  }
  expect(await statuses(41, fromAnywhere)).toEqual([200, 429])
  expect((await fromAnywhere()).json().message).toContain('Your account is sending us a lot of requests')
  expect((await quiet.get('/api/me')).statusCode).toBe(200)
})
