import { describe, expect, test } from 'vitest'
import { FROM, startSimulation } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const TO = '+61412345604'

async function ring(pace = {}) {
  const simulation = await startSimulation({}, { ringSeconds: 60, ...pace })
  const { simulator, client, customer } = simulation
  const { sid } = await client.calls.create({ to: TO, from: FROM, url: `${customer.url}/voice/start` })
  await until('it rings', () => simulator.call(sid)?.status === 'ringing')
  return { ...simulation, sid }
}

test('a person answers the ringing phone, and only their own key counts', async () => {
  const { simulator, customer, sid } = await ring()
  expect(simulator.press(sid, '1')).toBe(false)
  expect(simulator.answer(sid)).toBe(true)
  await until('the question is put', () => simulator.call(sid)?.turns.some((turn) => turn.kind === 'said') ?? false)
  expect(simulator.press(sid, '3')).toBe(true)
  await until('the key is handed over', () => customer.at('/voice/key').length === 1)
  expect(customer.at('/voice/key')[0]?.params.Digits).toBe('3')
})

test('a person hangs up in the middle', async () => {
  const { simulator, sid } = await ring()
  simulator.answer(sid)
  await until('the question is put', () => simulator.call(sid)?.turns.some((turn) => turn.kind === 'said') ?? false)
  expect(simulator.hangUp(sid)).toBe(true)
  await until('the call is over', () => simulator.call(sid)?.status === 'completed')
  expect(simulator.call(sid)?.turns.at(-1)?.kind).toBe('hung-up')
  expect(simulator.answer(sid)).toBe(false)
  expect(simulator.hangUp(sid)).toBe(false)
})

test('a person declines the ringing phone, which the caller hears as busy', async () => {
  const { simulator, sid } = await ring()
  simulator.hangUp(sid)
  await until('the call is over', () => simulator.call(sid)?.status === 'busy')
  expect(simulator.call(sid)?.durationSeconds).toBeNull()
})

describe('a phone that somebody sits beside', () => {
  const ORDINARY = '+61412345678'

  async function place(simulation: Awaited<ReturnType<typeof startSimulation>>, more = {}) {
    const { client, customer, simulator } = simulation
    const { sid } = await client.calls.create({ to: ORDINARY, from: FROM, url: `${customer.url}/voice/start`, ...more })
    await until('it rings', () => simulator.call(sid)?.status === 'ringing')
    return sid
  }

  test('a phone with a person beside it rings until they take it', async () => {
    const simulation = await startSimulation({}, { ringSeconds: 0 })
    simulation.simulator.setWatched(ORDINARY, true)
    const sid = await place(simulation)
    expect(simulation.simulator.answer(sid)).toBe(true)
    await until('they talk', () => simulation.simulator.call(sid)?.status === 'in-progress')
    expect(simulation.simulator.phones()).toMatchObject([{ callSid: sid, byHand: true }])
  })

  test('a phone with a person beside it rings out when they let it', async () => {
    const simulation = await startSimulation({}, { ringSeconds: 0 })
    simulation.simulator.setWatched(ORDINARY, true)
    const sid = await place(simulation, { timeout: 1 })
    await until('it has rung out', () => simulation.simulator.call(sid)?.status === 'no-answer')
  })

  test('a phone behaves by itself again as soon as its person leaves', async () => {
    const simulation = await startSimulation({}, { ringSeconds: 0 })
    simulation.simulator.setWatched(ORDINARY, true)
    const sid = await place(simulation)
    simulation.simulator.setWatched(ORDINARY, false)
    await until('somebody pressed 1', () => simulation.simulator.call(sid)?.status === 'completed')
    expect(simulation.simulator.call(sid)?.turns.some(({ kind, text }) => kind === 'pressed' && text === '1')).toBe(
      true,
    )
  })
})
