import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../e2e/wait-until.ts'
import { startLiveServer } from './live-server.ts'
import { aNetworkTo, type Network } from './network.ts'

/** The whole product, with a network to its database that can fail. A statement that takes a second fails. */
async function aServerFarFromItsDatabase() {
  let network: Network | undefined
  const live = await startLiveServer(
    {},
    {
      async reachedBy(url) {
        network = await aNetworkTo(url)
        return network.url
      },
    },
    { DATABASE_STATEMENT_TIMEOUT_SECONDS: '1' },
  )
  if (!network) throw new Error('There is no network')
  const way = network
  onTestFinished(async () => {
    way.thaw()
    await live.close()
    way.close()
  })
  const address = live.server.address ?? ''
  return {
    live,
    network: way,
    ready: async () =>
      (await fetch(`${address}/api/ready`)).json() as Promise<{ checks: { name: string; ok: boolean }[] }>,
    isReady: async () => (await fetch(`${address}/api/ready`)).ok,
    /** A request that cannot be answered without the database. */
    ask: async () => {
      const answer = await fetch(`${address}/api/loved-ones`, { headers: { authorization: 'Bearer nobody' } })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

test('while the database is frozen, requests fail soon with the reason, and everything recovers when it does', async () => {
  const { live, network, ready, isReady, ask } = await aServerFarFromItsDatabase()
  expect(await isReady()).toBe(true)
  expect((await ask()).status).toBe(401)
  const margaret = await live.aLovedOneAt('+61491570150')
  await live.aCall(margaret, new Date(Date.now() + 1_000))
  network.freeze()
  const answer = await ask()
  expect(answer.status).toBe(503)
  expect(answer.text).not.toMatch(/silent|postgres|timeout/i)
  expect((await ready()).checks).toContainEqual({ name: 'database', ok: false })
  // The database does not answer, so nothing rings: an attempt is stored before its phone is dialled.
  expect(live.simulator.calls()).toEqual([])
  network.thaw()
  await waitUntil('the server is ready again', isReady)
  expect((await ask()).status).toBe(401)
  await live.everyCallEnded(30_000)
  expect(live.simulator.calls()).toHaveLength(1)
})

test('connections that died silently are replaced, and the call leaves', async () => {
  const { live, network, isReady, ask } = await aServerFarFromItsDatabase()
  const margaret = await live.aLovedOneAt('+61491570150')
  await live.aCall(margaret, new Date(Date.now() + 1_000))
  network.loseConnections()
  await waitUntil('requests are answered again', async () => (await ask()).status === 401)
  await waitUntil('the server is ready again', isReady)
  await live.everyCallEnded(30_000)
  expect(live.simulator.calls()).toHaveLength(1)
})
