import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LiveServer, startLiveServer } from './live-server.ts'

const FIRST = '+61255501234'
const SECOND = '+61255501235'
const SOMEBODY_ELSES = '+61255509999'
const CALLS_PER_SECOND = 4
const EACH = 6

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer(
    { numbers: [FIRST, SECOND], callsPerSecond: CALLS_PER_SECOND },
    {},
    {
      CALLS_PER_SECOND: String(CALLS_PER_SECOND),
    },
  )
})
afterAll(() => live.close())

const rung = (number: string) => live.simulator.callsTo(number)
async function aLovedOne(phoneNumber: string, rungFrom: string) {
  const who = await live.aLovedOneAt(phoneNumber)
  await live.server.db.updateTable('lovedOnes').set({ rungFrom }).where('id', '=', who.lovedOneId).execute()
  return who
}

test('everybody is rung from their number, each number at its own rate, which the provider enforces', async () => {
  const dueAt = new Date(Date.now() + 1_000)
  const phones = Array.from({ length: 2 * EACH }, (_, index) => `+6149157${20 + index}56`)
  const of = (index: number) => (index % 2 === 0 ? FIRST : SECOND)
  for (const [index, phone] of phones.entries()) await live.aCall(await aLovedOne(phone, of(index)), dueAt)
  await live.everyCallEnded(30_000)
  for (const [index, phone] of phones.entries()) expect(rung(phone).map(({ from }) => from)).toEqual([of(index)])
  expect(live.simulator.overRate()).toEqual([])
})

test('somebody who rings the second number back is understood, and a STOP to it counts for every number', async () => {
  const [rings, phone] = ['+61491574056', '+61491574256']
  await aLovedOne(rings, FIRST)
  const who = await aLovedOne(phone, FIRST)
  const call = live.simulator.ring(rings, { to: SECOND })
  await vi.waitFor(() => expect(live.simulator.call(call?.sid ?? '')?.status).toBe('completed'), { timeout: 20_000 })
  expect(call?.direction).toBe('inbound')
  live.simulator.text(phone, 'STOP', { to: SECOND })
  await vi.waitFor(
    async () => expect(await live.server.db.selectFrom('phoneRefusals').selectAll().execute()).toHaveLength(1),
    { timeout: 20_000 },
  )
  await live.aCall(who, new Date(Date.now() + 500))
  await live.everyCallEnded(20_000)
  expect(rung(phone).filter(({ direction }) => direction !== 'inbound')).toEqual([])
})

test('a number of somebody else is no sender: the provider refuses it, and Cooee never asks for it', async () => {
  const phone = '+61491574156'
  const who = await aLovedOne(phone, SOMEBODY_ELSES)
  await live.aCall(who, new Date(Date.now() + 500))
  await live.everyCallEnded(20_000)
  expect(rung(phone).map(({ from }) => from)).toEqual([FIRST])
})
