import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { SimulatedCall } from '#simulators/twilio/simulated-records.ts'
import {
  startTwilioSimulator,
  type TwilioSimulator,
  type TwilioSimulatorOptions,
} from '#simulators/twilio/twilio-simulator.ts'

/** The phone provider in the process of the tests: it goes on while the product is dead, and counts every ring. */
export interface Phones {
  readonly simulator: TwilioSimulator
  /** The environment in which the product calls through them. */
  readonly env: Record<string, string>
  close(): Promise<void>
}

/** The number that calls come from, and that people ring and write to. */
const COOEES_NUMBER = '+61255501234'
/** A provider takes its time to answer a request: long enough that a kill leaves some unanswered. */
const ANSWERS_AFTER_MS = 300

export async function startPhones(options: Partial<TwilioSimulatorOptions> = {}): Promise<Phones> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const simulator = await startTwilioSimulator({ accountSid, authToken, numbers: [COOEES_NUMBER], ...options })
  const line = await slowLine(simulator.url)
  return {
    simulator,
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_PHONE_NUMBER: COOEES_NUMBER,
      TWILIO_API_BASE_URL: line.url,
    },
    async close() {
      line.close()
      await simulator.close()
    },
  }
}

/** Passes requests on at once and their answers later. */
async function slowLine(target: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const passedOn = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }, ANSWERS_AFTER_MS)
    })
    passedOn.on('error', () => outgoing.destroy())
    incoming.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The line has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * People who take every phone that rings, now and later, and press 1 once they are asked. Returns how to make them
 * stop.
 */
export function letPeopleAnswer(simulator: TwilioSimulator): () => void {
  const answered = new Set<string>()
  // Before the question a key is not listened for: who is calling is said first.
  const isAsked = (call: SimulatedCall) => call.turns.some(({ kind, text }) => kind === 'said' && /press 1/i.test(text))
  const timer = setInterval(() => {
    for (const call of simulator.calls()) {
      if (call.status === 'ringing') simulator.answer(call.sid)
      if (call.status !== 'in-progress' || answered.has(call.sid) || !isAsked(call)) continue
      if (simulator.press(call.sid, '1')) answered.add(call.sid)
    }
  }, 50)
  return () => clearInterval(timer)
}

/** Whether the product took the key that was pressed: its answer to the question arrived. */
export function wasHeard(call: SimulatedCall): boolean {
  return call.requests.some(
    ({ purpose, url, statusCode }) =>
      purpose === 'document' && url.includes('/answer?step=question') && statusCode === 200,
  )
}
