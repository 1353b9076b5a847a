import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createDispatcher } from '#server/features/care/public.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { startLiveServer } from './live-server.ts'

const MINUTE_MS = 60_000
const ACKNOWLEDGES = '+61491570150'

/** The whole product on a machine whose clock is off, and what it logs at error or above. */
async function aServerWhoseClockIsOff(offMs: number) {
  const machine = { offMs }
  const said: string[] = []
  const live = await startLiveServer(
    {},
    {
      clock: { now: () => new Date(Date.now() + machine.offMs) },
      log: pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }),
    },
  )
  onTestFinished(() => live.close())
  const ask = async (path: string) => {
    const answer = await fetch(`${live.server.address}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  return { live, machine, said, ask }
}

test('on a machine whose clock is ten minutes ahead nothing rings early and readiness says why; once the clock is right, calls go on', async () => {
  const { live, machine, said, ask } = await aServerWhoseClockIsOff(10 * MINUTE_MS)
  const margaret = await live.aLovedOneAt(ACKNOWLEDGES)
  await live.aCall(margaret, new Date(Date.now() + 5 * MINUTE_MS))
  const due = await live.aCall(margaret, new Date())
  const ready = await ask('/api/ready')
  expect(ready.status).toBe(503)
  expect(JSON.parse(ready.text).checks).toContainEqual({ name: 'clock', ok: false })
  expect(said).toContain('Clock of this machine too far from that of the database; pausing all work')
  const heartbeat = await ask('/api/heartbeat')
  expect(heartbeat.status).toBe(503)
  expect(heartbeat.text).toContain('Nobody has looked for due calls')
  expect(live.simulator.calls()).toEqual([])
  machine.offMs = 0
  await waitUntil('what is due has left', async () => {
    const call = await live.server.db.selectFrom('calls').select('status').where('id', '=', due).executeTakeFirst()
    return call?.status === 'completed'
  })
  // An answer about readiness holds for a second.
  await waitUntil('it is ready again', async () => (await ask('/api/ready')).status === 200)
  // The one of five minutes later still waits.
  expect(live.simulator.calls()).toHaveLength(1)
})

test('on a machine whose clock is twenty seconds ahead a call rings at its time by the clock of the database', async () => {
  const { live, ask } = await aServerWhoseClockIsOff(20_000)
  const dueAt = new Date(Date.now() + 2_000)
  await live.aCall(await live.aLovedOneAt(ACKNOWLEDGES), dueAt)
  await live.everyCallEnded(30_000)
  const [rung] = live.simulator.calls()
  // Half of the time that a comparison may take to travel is not known.
  expect(rung?.createdTime.getTime()).toBeGreaterThan(dueAt.getTime() - 500)
  expect((await ask('/api/ready')).status).toBe(200)
})

/** The phone provider, whose clock is so far behind ours: ours is ahead, and so is our database. */
async function phonesWithAnotherClock(url: string, clock: { behindMs: number }): Promise<string> {
  const between = http.createServer((asked, answer) => {
    const forwarded = http.request(url + asked.url, { method: asked.method, headers: asked.headers }, (answered) => {
      const date = new Date(Date.now() - clock.behindMs).toUTCString()
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, date })
      answered.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    between.closeAllConnections()
    between.close()
  })
  return `http://127.0.0.1:${(between.address() as AddressInfo).port}`
}

test('nothing rings, and nothing is given up, where this machine and its database are an hour ahead of the phone provider', async () => {
  const clock = { behindMs: 60 * MINUTE_MS }
  const said: string[] = []
  const live = await startLiveServer(
    {},
    {
      phonesReachedBy: (url) => phonesWithAnotherClock(url, clock),
      log: pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }),
    },
  )
  onTestFinished(() => live.close())
  const callId = await live.aCall(await live.aLovedOneAt(ACKNOWLEDGES), new Date())
  const ready = await fetch(`${live.server.address}/api/ready`)
  expect(ready.status).toBe(503)
  expect(said).toContain("Clock too far from the phone provider's; nothing is done by it")
  expect(live.simulator.calls()).toEqual([])
  const call = () => live.server.db.selectFrom('calls').select('status').where('id', '=', callId).executeTakeFirst()
  expect(await call()).toEqual({ status: 'scheduled' })
  clock.behindMs = 0
  await waitUntil('what is due has left', async () => (await call())?.status === 'completed', { seconds: 40 })
})

test('a worker whose clock is wrong claims nothing, and another one takes the call', async () => {
  const care = await careFixture()
  onTestFinished(() => care.close())
  const account = await care.anAccount()
  await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
  const wrong = createDispatcher({ ...care.deps, clock: { ...care.clock, isInSync: () => false } })
  wrong.wake()
  await wrong.idle()
  expect(care.telephony.dialled).toEqual([])
  expect(wrong.hasPolled()).toBe(false)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
})
