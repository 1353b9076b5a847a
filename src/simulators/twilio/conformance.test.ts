import { afterEach, expect, test } from 'vitest'
import { type CustomerServer, startCustomerServer } from './testing/customer-server.ts'
import { sdkClient } from './testing/sdk-client.ts'
import { until } from './testing/until.ts'
import { startTwilioSimulator, type TwilioSimulator, type TwilioSimulatorOptions } from './twilio-simulator.ts'

const ACCOUNT_SID = `AC${'0'.repeat(32)}`
const AUTH_TOKEN = 'a secret of the tests'
const FROM = '+61255501234'
const ALL_EVENTS = ['initiated', 'ringing', 'answered', 'completed']
const ASKS_FOR_A_KEY =
  '<Response><Gather numDigits="1" action="key" timeout="4"><Say>Press 1 if all is well.</Say></Gather><Say>We heard nothing.</Say></Response>'
const SAYS_GOODBYE = '<Response><Say>Thank you. Goodbye.</Say><Hangup/></Response>'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(
  answers: Parameters<typeof startCustomerServer>[1] = {},
  options: Partial<TwilioSimulatorOptions> = {},
): Promise<{ simulator: TwilioSimulator; customer: CustomerServer; client: ReturnType<typeof sdkClient> }> {
  const customer = await startCustomerServer(AUTH_TOKEN, {
    '/voice/start': { body: ASKS_FOR_A_KEY },
    '/voice/key': { body: SAYS_GOODBYE },
    ...answers,
  })
  const simulator = await startTwilioSimulator({
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    ringSeconds: 0.05,
    ...options,
  })
  cleanups.push(customer.close, simulator.close)
  return { simulator, customer, client: sdkClient(simulator.url, ACCOUNT_SID, AUTH_TOKEN) }
}

test('a call rings, asks for its document, hands the key to the action and tells its whole story, all of it signed', async () => {
  const { simulator, customer, client } = await start()
  const call = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/voice/start?attempt=7`,
    statusCallback: `${customer.url}/status?attempt=7`,
    statusCallbackEvent: ALL_EVENTS,
  })
  expect(call).toMatchObject({ status: 'queued', to: '+61412345610', from: FROM, duration: null, startTime: null })

  await until('the call is reported completed', () => customer.at('/status').length === 4)
  expect(customer.at('/status').map(({ params }) => params.CallStatus)).toEqual([
    'initiated',
    'ringing',
    'in-progress',
    'completed',
  ])
  expect(customer.at('/status').map(({ params }) => params.SequenceNumber)).toEqual(['0', '1', '2', '3'])
  expect(customer.at('/status').at(-1)?.params).toMatchObject({ CallSid: call.sid, CallDuration: '1', attempt: '7' })
  expect(customer.at('/voice/start')[0]?.params).toMatchObject({ CallSid: call.sid, CallStatus: 'in-progress' })
  expect(customer.at('/voice/key')[0]?.params).toMatchObject({ CallSid: call.sid, Digits: '1' })
  expect(customer.received.every((request) => request.signed)).toBe(true)

  const fetched = await client.calls(call.sid).fetch()
  expect(fetched).toMatchObject({ status: 'completed', duration: '1', direction: 'outbound-api' })
  expect(simulator.call(call.sid)?.turns.map((turn) => turn.kind)).toEqual(['said', 'pressed', 'said'])
})
