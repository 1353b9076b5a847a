import { expect, test } from 'vitest'
import { ALL_EVENTS, FROM, type Simulation, startSimulation } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'
import { isOver, type SimulatedCall } from '../twilio-simulator.ts'

type Extra = Partial<Parameters<Simulation['client']['calls']['create']>[0]>

/** Places a call that asks for a key and waits for its end and for the last callback. */
async function callOnce(
  { client, customer, simulator }: Simulation,
  to: string,
  extra: Extra = {},
): Promise<SimulatedCall> {
  const { sid } = await client.calls.create({
    to,
    from: FROM,
    url: `${customer.url}/voice/start`,
    statusCallback: `${customer.url}/status/${to}`,
    statusCallbackEvent: ALL_EVENTS,
    ...extra,
  })
  const call = simulator.call(sid)
  if (!call) throw new Error('The call is not known')
  await until(`the call to ${to} is over and told`, () => isOver(call.status) && call.requests.every(isAnswered))
  return call
}

function isAnswered(request: SimulatedCall['requests'][number]): boolean {
  return request.statusCode !== null || request.failure !== null
}

function keysPressed(call: SimulatedCall): string[] {
  return call.turns.filter((turn) => turn.kind === 'pressed').map((turn) => turn.text)
}

test.each([
  ['01', 'rings out', 'no-answer', []],
  ['02', 'is busy', 'busy', []],
  ['03', 'is answered by a machine that presses nothing', 'completed', []],
  ['04', 'is answered and 2 is pressed', 'completed', ['2']],
  ['06', 'is answered and hung up at once', 'completed', []],
  ['08', 'is answered and nothing is pressed', 'completed', []],
  ['10', 'is answered and 1 is pressed', 'completed', ['1']],
  ['99', 'is answered and 1 is pressed', 'completed', ['1']],
])('a number ending in %s %s, every time', async (ending, _what, status, keys) => {
  const simulation = await startSimulation()
  for (const attemptNumber of [1, 2]) {
    const call = await callOnce(simulation, `+614123456${ending}`)
    expect(call).toMatchObject({ status, attemptNumber })
    expect(keysPressed(call)).toEqual(keys)
    if (status === 'completed') expect(call.durationSeconds).toBeGreaterThanOrEqual(1)
    else expect(call.durationSeconds).toBeNull()
  }
})

test('05: the provider refuses the number, and no call exists', async () => {
  const simulation = await startSimulation()
  await expect(callOnce(simulation, '+61412345605')).rejects.toMatchObject({ status: 400, code: 21211 })
  expect(simulation.simulator.calls()).toEqual([])
})

test('06: who hangs up at once presses nothing, and the call was answered', async () => {
  const call = await callOnce(await startSimulation(), '+61412345606')
  expect(keysPressed(call)).toEqual([])
  expect(call.turns.at(-1)?.kind).toBe('hung-up')
  expect(call.answeredTime).not.toBeNull()
})

test('07: rings out, is answered the next time, and then starts over', async () => {
  const simulation = await startSimulation()
  const statuses: string[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await callOnce(simulation, '+61412345607')).status)
  expect(statuses).toEqual(['no-answer', 'completed', 'no-answer', 'completed'])
})

test('08: who presses nothing hears the document to its end', async () => {
  const call = await callOnce(await startSimulation(), '+61412345608')
  const said = call.turns.filter(({ kind }) => kind === 'said').map(({ text }) => text)
  expect(said).toEqual(['Press 1 if all is well, 2 to ask for help.', 'We heard nothing.'])
})

test('09: the provider is unavailable twice, then places the call, and then starts over', async () => {
  const simulation = await startSimulation()
  for (let round = 0; round < 2; round += 1) {
    await expect(callOnce(simulation, '+61412345609')).rejects.toMatchObject({ status: 503 })
    await expect(callOnce(simulation, '+61412345609')).rejects.toMatchObject({ status: 503 })
    expect(keysPressed(await callOnce(simulation, '+61412345609'))).toEqual(['1'])
  }
  expect(simulation.simulator.calls()).toHaveLength(2)
})

test('a phone that would be answered later than the call’s timeout rings out', async () => {
  const simulation = await startSimulation({}, { ringSeconds: 30 })
  expect(await callOnce(simulation, '+61412345610', { timeout: 0 })).toMatchObject({ status: 'no-answer' })
})

test('asynchronous detection posts its verdict during the conversation, before the end is reported', async () => {
  const simulation = await startSimulation({ '/voice/start': { body: '<Response><Pause length="40"/></Response>' } })
  const call = await callOnce(simulation, '+61412345603', {
    machineDetection: 'DetectMessageEnd',
    asyncAmd: 'true',
    asyncAmdStatusCallback: `${simulation.customer.url}/detected`,
  })
  const [verdict, ...others] = simulation.customer.at('/detected')
  expect(verdict).toMatchObject({ signed: true, params: { CallSid: call.sid, AnsweredBy: 'machine_end_beep' } })
  expect(others).toEqual([])
  expect(simulation.customer.at('/voice/start')[0]?.params.AnsweredBy).toBeUndefined()
  expect(simulation.customer.received.at(-1)?.params).toMatchObject({
    CallStatus: 'completed',
    AnsweredBy: 'machine_end_beep',
  })
})

test('a number can be given another behaviour, and its own back', async () => {
  const simulation = await startSimulation()
  simulation.simulator.setBehaviour('+61412345610', { kind: 'busy' })
  expect(await callOnce(simulation, '+61412345610')).toMatchObject({ status: 'busy' })
  simulation.simulator.setBehaviour('+61412345610', null)
  expect(await callOnce(simulation, '+61412345610')).toMatchObject({ status: 'completed' })
})
