import { expect, onTestFinished, test } from 'vitest'
import type { Act, TwilioSimulatorOptions } from '#simulators/twilio/twilio-simulator.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { startLiveServer } from './live-server.ts'
import { aNetworkTo, type Network } from './network.ts'

/** The whole product, with a network to its database that can fail. A statement that takes a second fails. */
async function aServerFarFromItsDatabase(phones: Partial<TwilioSimulatorOptions> = {}) {
  let network: Network | undefined
  const live = await startLiveServer(
    phones,
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

const MARGARET = '+61491570150'
/** Long enough on the line for somebody to notice, and for the test to freeze the network between two words. */
const SLOWLY = { pace: { secondMilliseconds: 100 } }

/** A call to Margaret, who says hello and then does as given, and the phone's own record of it. */
async function aCallTo(acts: Act[]) {
  const far = await aServerFarFromItsDatabase(SLOWLY)
  const { simulator } = far.live
  const hello: Act[] = [
    { does: 'pauses', seconds: 3 },
    { does: 'says', words: 'Hello?' },
  ]
  simulator.setBehaviour(MARGARET, {
    kind: 'script',
    script: { acts: [...hello, ...acts], detection: { verdict: 'human', at: 1 } },
  })
  await far.live.aCall(await far.live.aLovedOneAt(MARGARET), new Date(Date.now() + 500))
  const theCall = () => simulator.callsTo(MARGARET)[0]
  const saidTo = () => theCall()?.turns.flatMap(({ kind, text }) => (kind === 'said' ? [text] : [])) ?? []
  const documents = () => theCall()?.requests.filter(({ purpose }) => purpose === 'document') ?? []
  return { ...far, theCall, saidTo, documents }
}
const answers: Act[] = [
  { does: 'waits', until: { kind: 'asked' } },
  { does: 'pauses', seconds: 5 },
  { does: 'presses', keys: '1' },
  { does: 'waits', until: { kind: 'goodbye' } },
  { does: 'hangs-up' },
]
const isWaiting = (said: string[]) => said.at(-1) === 'One moment please.'

test('a key that is pressed while the database is frozen is counted once when it is back, and nobody hears an error', async () => {
  const { live, network, theCall, saidTo, documents } = await aCallTo(answers)
  await waitUntil('the question is said', () => saidTo().some((text) => text.includes('press 1')))
  network.freeze()
  await waitUntil('the key is pressed', () => theCall()?.turns.some(({ kind }) => kind === 'pressed'))
  await waitUntil('they are asked for a moment', () => isWaiting(saidTo()))
  network.thaw()
  await live.everyCallEnded(30_000)
  expect(saidTo().at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
  const { db } = live.server
  expect(await db.selectFrom('calls').select('status').execute()).toEqual([{ status: 'completed' }])
  expect(await db.selectFrom('attempts').select(['outcome', 'keys']).execute()).toEqual([
    { outcome: 'acknowledged', keys: '1' },
  ])
  expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
  expect(live.simulator.callsTo(MARGARET)).toHaveLength(1)
  expect(new Set(documents().map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('who picks up while the database is frozen hears the question when it is back', async () => {
  const { live, network, theCall, saidTo, documents } = await aCallTo(answers)
  await waitUntil('the phone rings', () => theCall()?.status === 'ringing' || theCall()?.status === 'in-progress')
  network.freeze()
  await waitUntil('they are asked for a moment', () => isWaiting(saidTo()))
  network.thaw()
  await live.everyCallEnded(30_000)
  expect(saidTo().find((text) => text !== 'One moment please.')).toMatch(/Margaret, it's Cooee/)
  expect(saidTo().at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
  expect(new Set(documents().map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
