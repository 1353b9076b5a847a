import { expect, test } from 'vitest'
import { FROM, startSimulation } from './testing/start-simulation.ts'
import { until } from './testing/until.ts'

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
