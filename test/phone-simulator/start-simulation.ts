import { afterEach } from 'vitest'
import {
  startTwilioSimulator,
  type TwilioSimulator,
  type TwilioSimulatorOptions,
} from '#simulators/twilio/twilio-simulator.ts'
import { type CustomerServer, startCustomerServer } from './customer-server.ts'
import { sdkClient } from './sdk-client.ts'

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`
export const AUTH_TOKEN = 'a secret of the tests'
export const FROM = '+61255501234'
export const ALL_EVENTS = ['initiated', 'ringing', 'answered', 'completed']

const ASKS_FOR_A_KEY = `<Response>
  <Gather numDigits="1" action="key" timeout="4"><Say>Press 1 if all is well, 2 to ask for help.</Say></Gather>
  <Say>We heard nothing.</Say>
</Response>`
const SAYS_GOODBYE = '<Response><Say>Thank you. Goodbye.</Say><Hangup/></Response>'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export interface Simulation {
  simulator: TwilioSimulator
  customer: CustomerServer
  client: ReturnType<typeof sdkClient>
}

/** A simulator, a customer's server for it to call, and the official client; all closed after the test. */
export async function startSimulation(
  answers: Parameters<typeof startCustomerServer>[1] = {},
  options: Partial<TwilioSimulatorOptions> = {},
): Promise<Simulation> {
  const customer = await startCustomerServer(AUTH_TOKEN, {
    '/voice/start': { body: ASKS_FOR_A_KEY },
    '/voice/key': { body: SAYS_GOODBYE },
    ...answers,
  })
  cleanups.push(customer.close)
  const simulator = await startSimulator(options)
  return { simulator, customer, client: clientOf(simulator) }
}

/** A simulator alone, closed after the test (closing twice does no harm). */
export async function startSimulator(options: Partial<TwilioSimulatorOptions> = {}): Promise<TwilioSimulator> {
  const simulator = await startTwilioSimulator({
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    ringSeconds: 0.05,
    numbers: [FROM],
    ...options,
  })
  cleanups.push(simulator.close)
  return simulator
}

export function clientOf(simulator: TwilioSimulator): ReturnType<typeof sdkClient> {
  return sdkClient(simulator.url, ACCOUNT_SID, AUTH_TOKEN)
}
