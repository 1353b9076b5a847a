import type { PhoneScript, SimulatedCall, TwilioSimulatorOptions } from '#simulators/twilio/twilio-simulator.ts'
import { isOver } from '#simulators/twilio/twilio-simulator.ts'
import type { ReceivedRequest } from './customer-server.ts'
import { FROM, type Simulation, startSimulation } from './start-simulation.ts'
import { until } from './until.ts'

const PHONE = '+61412345610'

export interface Talk {
  call: SimulatedCall
  customer: Simulation['customer']
  /** What each question was answered with: `Digits` or `SpeechResult`. */
  heard: string[]
}

/** Verbs as a document; what is answered at `/heard` ends the call unless something else is given. */
export function document(verbs: string): { body: string } {
  return { body: `<Response>${verbs}</Response>` }
}

/** One call to a phone with that script, or with that number's own behaviour, until it is over and every callback has arrived. */
export async function talk(
  phone: PhoneScript | string,
  verbs: string,
  {
    answers = {},
    create = () => ({}),
    options = {},
  }: {
    answers?: Parameters<typeof startSimulation>[0]
    create?: (url: string) => Partial<Parameters<Simulation['client']['calls']['create']>[0]>
    options?: Partial<TwilioSimulatorOptions>
  } = {},
): Promise<Talk> {
  const { simulator, customer, client } = await startSimulation(
    { '/talk': document(verbs), '/heard': document('<Hangup/>'), ...answers },
    options,
  )
  const to = typeof phone === 'string' ? phone : PHONE
  if (typeof phone !== 'string') simulator.setBehaviour(to, { kind: 'script', script: phone })
  const { sid } = await client.calls.create({ to, from: FROM, url: `${customer.url}/talk`, ...create(customer.url) })
  const call = simulator.call(sid)
  if (!call) throw new Error('The call is not known')
  await until('the call is over and told', () => isOver(call.status) && call.requests.every(isAnswered))
  return { call, customer, heard: customer.at('/heard').map(answerIn) }
}

function answerIn({ params }: ReceivedRequest): string {
  return params.SpeechResult ?? params.Digits ?? ''
}

function isAnswered({ statusCode, failure }: SimulatedCall['requests'][number]): boolean {
  return statusCode !== null || failure !== null
}
