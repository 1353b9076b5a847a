import { randomBytes } from 'node:crypto'
import type { SimulatedCall } from '#simulators/twilio/simulated-records.ts'
import {
  startTwilioSimulator,
  type TwilioSimulator,
  type TwilioSimulatorOptions,
} from '#simulators/twilio/twilio-simulator.ts'

/** The phone provider in the process of the tests: it goes on while the product is dead, and counts every ring. */
export interface Phones {
  readonly simulator: TwilioSimulator
  /** What the product must be told to call through them. */
  readonly env: Record<string, string>
}

export async function startPhones(options: Partial<TwilioSimulatorOptions> = {}): Promise<Phones> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const simulator = await startTwilioSimulator({ accountSid, authToken, ...options })
  return {
    simulator,
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_PHONE_NUMBER: '+61255501234',
      TWILIO_API_BASE_URL: simulator.url,
    },
  }
}

/**
 * People who take every phone that rings, now and later, and press 1 once they are asked. Returns how to make them
 * stop.
 */
export function letPeopleAnswer(simulator: TwilioSimulator): () => void {
  const answered = new Set<string>()
  const isAsked = (call: SimulatedCall) => call.turns.some((turn) => turn.kind === 'said')
  const timer = setInterval(() => {
    for (const call of simulator.calls()) {
      if (call.status === 'ringing') simulator.answer(call.sid)
      if (call.status !== 'in-progress' || answered.has(call.sid) || !isAsked(call)) continue
      if (simulator.press(call.sid, '1')) answered.add(call.sid)
    }
  }, 50)
  return () => clearInterval(timer)
}

/** Whether the product took the key that was pressed: its answer to it arrived. */
export function wasHeard(call: SimulatedCall): boolean {
  return call.requests.some(
    ({ purpose, url, statusCode }) => purpose === 'document' && url.includes('/answer') && statusCode === 200,
  )
}
