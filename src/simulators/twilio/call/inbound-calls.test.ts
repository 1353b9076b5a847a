import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  clientOf,
  FROM,
  type Simulation,
  startSimulation,
  startSimulator,
} from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const MARGARET = '+61491570156'

/** A simulation whose number asks the customer's server what to say. */
async function withNumber(...args: Parameters<typeof startSimulation>): Promise<Simulation> {
  const simulation = await startSimulation(...args)
  const { client, customer } = simulation
  const [{ sid } = { sid: '' }] = await client.incomingPhoneNumbers.list({ phoneNumber: FROM })
  await client.incomingPhoneNumbers(sid).update({
    voiceUrl: `${customer.url}/voice/start`,
    statusCallback: `${customer.url}/status`,
    smsUrl: `${customer.url}/text`,
  })
  return simulation
}

test('when a person rings the number, its document is requested while it rings, then performed, and the end is reported', async () => {
  const { simulator, customer, client } = await withNumber()
  const call = simulator.ring(MARGARET)
  await until('the end is reported', () => customer.at('/status').length === 1)

  const told = { CallSid: call?.sid, From: MARGARET, To: FROM, Direction: 'inbound' }
  expect(customer.at('/voice/start')).toMatchObject([{ signed: true, params: { ...told, CallStatus: 'ringing' } }])
  expect(customer.at('/status')).toMatchObject([
    { signed: true, params: { ...told, CallStatus: 'completed', CallDuration: expect.stringMatching(/^[1-9]/) } },
  ])
  // Without a choice they listen to the end and press nothing.
  expect(customer.at('/voice/key')).toEqual([])
  expect(call?.turns.map(({ text }) => text)).toEqual([
    'Press 1 if all is well, 2 to ask for help.',
    'We heard nothing.',
  ])
  const [number] = await client.incomingPhoneNumbers.list()
  expect(await client.calls(call?.sid ?? '').fetch()).toMatchObject({
    status: 'completed',
    direction: 'inbound',
    from: MARGARET,
    to: FROM,
    phoneNumberSid: number?.sid,
  })
  expect(await client.calls.list({ to: FROM, from: MARGARET })).toHaveLength(1)
})

test.each([
  [{ kind: 'presses', keys: '2' }, { Digits: '2' }],
  [{ kind: 'says', words: 'I am fine' }, { SpeechResult: 'I am fine' }],
] as const)('a caller who %j is heard', async (behaviour, heard) => {
  const { simulator, customer } = await withNumber({
    '/voice/start': {
      body: '<Response><Gather input="dtmf speech" numDigits="1" action="key"><Say>Press 1 or 2</Say></Gather></Response>',
    },
  })
  simulator.ring(MARGARET, { behaviour })
  await until('the end is reported', () => customer.at('/status').length === 1)
  expect(customer.at('/voice/key')).toMatchObject([{ signed: true, params: { ...heard, CallStatus: 'in-progress' } }])
})

test('a person rings by hand: they are shown, asked, and only what they press counts', async () => {
  const { simulator, customer } = await withNumber()
  const { sid = '' } = simulator.ring(MARGARET, { byHand: true }) ?? {}
  expect(simulator.phones()).toMatchObject([{ callSid: sid, status: 'ringing', byHand: true, awaits: null }])
  expect(simulator.answer(sid)).toBe(false)
  await until('a key is waited for', () => simulator.phones()[0]?.awaits?.keys ?? false)
  expect(simulator.phones()).toMatchObject([
    {
      number: MARGARET,
      direction: 'inbound',
      status: 'talking',
      saying: 'Press 1 if all is well, 2 to ask for help.',
      since: expect.any(Date),
    },
  ])
  expect(simulator.press(sid, '1')).toBe(true)
  await until('the key is handed over', () => customer.at('/voice/key').length === 1)
  expect(customer.at('/voice/key')[0]?.params).toMatchObject({ Digits: '1', From: MARGARET })
  expect(simulator.hangUp(sid)).toBe(true)
  await until('the end is reported', () => customer.at('/status').length === 1)
  expect(simulator.phones()).toEqual([])
  expect(simulator.endedPhones()).toMatchObject([{ callSid: sid, number: MARGARET, status: 'completed' }])
  expect(simulator.call(sid)?.turns.at(-1)).toMatchObject({ kind: 'hung-up', text: 'The caller hung up' })
})

test('a caller who gives up before anybody answered was not answered', async () => {
  const { simulator, customer } = await withNumber({ '/voice/start': () => 'never' })
  const { sid = '' } = simulator.ring(MARGARET, { byHand: true }) ?? {}
  await until('the document is asked for', () => customer.at('/voice/start').length === 1)
  simulator.hangUp(sid)
  await until('the end is reported', () => customer.at('/status').length === 1)
  expect(customer.at('/status')[0]?.params).toMatchObject({ CallStatus: 'no-answer', CallDuration: '0' })
})

test('a document that cannot be had ends the call, and the account’s debugger says why', async () => {
  const { simulator, customer } = await withNumber({ '/voice/start': { status: 500, body: 'broken' } })
  const call = simulator.ring(MARGARET)
  await until('the end is reported', () => customer.at('/status').length === 1)
  expect(call).toMatchObject({ status: 'completed', errors: [{ code: 11200 }] })
})

test('a number without a voice address takes no calls, and nobody rings a number that is not the account’s', async () => {
  const { simulator } = await startSimulation()
  expect(simulator.ring(MARGARET)).toBeNull()
  expect(simulator.calls()).toEqual([])
  expect(() => simulator.ring(MARGARET, { to: '+61255509999' })).toThrow('+61255509999')
})

test('a call that a power cut interrupted is over after the restart, and its end is reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const journalPath = join(folder, 'journal.jsonl')
  const first = await withNumber({ '/voice/start': () => 'never' }, { journalPath })
  const { sid = '' } = first.simulator.ring(MARGARET) ?? {}
  await until('the document is asked for', () => first.customer.at('/voice/start').length === 1)
  await first.simulator.close()

  const second = await startSimulator({ journalPath })
  expect(second.call(sid)?.status).toBe('no-answer')
  await until('the end is reported', () => first.customer.at('/status').length === 1)
  expect(await clientOf(second).calls(sid).fetch()).toMatchObject({ direction: 'inbound', status: 'no-answer' })
})

test('a phone that is left to a person rings until somebody takes it, or has rung out', async () => {
  const { simulator, client, customer } = await startSimulation()
  simulator.setBehaviour(MARGARET, { kind: 'by-hand' })
  const create = (timeout: number) =>
    client.calls.create({ to: MARGARET, from: FROM, url: `${customer.url}/voice/start`, timeout })
  const rungOut = await create(1)
  const { sid } = await create(60)
  await until('the first has rung out', () => simulator.call(rungOut.sid)?.status === 'no-answer')
  expect(simulator.phones()).toMatchObject([{ callSid: sid, number: MARGARET, direction: 'outbound', byHand: false }])
  expect(simulator.answer(sid)).toBe(true)
  await until('they talk', () => simulator.phones()[0]?.status === 'talking')
})
