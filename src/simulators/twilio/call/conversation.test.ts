import { expect, test } from 'vitest'
import { FROM, type Simulation, startSimulation } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'
import { type Behaviour, isOver, type SimulatedCall } from '../twilio-simulator.ts'

type Answers = Parameters<typeof startSimulation>[0]
type Extra = Partial<Parameters<Simulation['client']['calls']['create']>[0]>

const TO = '+61412345610'

function response(verbs: string): { body: string } {
  return { body: `<Response>${verbs}</Response>` }
}

async function converse(
  answers: Answers,
  {
    behaviour,
    extra = {},
  }: { behaviour?: Behaviour; extra?: (url: string) => Extra } | { behaviour?: Behaviour; extra?: Extra } = {},
): Promise<{ call: SimulatedCall; customer: Simulation['customer'] }> {
  const { simulator, customer, client } = await startSimulation(answers)
  if (behaviour) simulator.setBehaviour(TO, behaviour)
  const more = typeof extra === 'function' ? extra(customer.url) : extra
  const { sid } = await client.calls.create({ to: TO, from: FROM, url: `${customer.url}/talk`, ...more })
  await until('the call is over', () => isOver(simulator.call(sid)?.status ?? 'queued'))
  const call = simulator.call(sid)
  if (!call) throw new Error('The call is not known')
  await until('everything is reported', () =>
    call.requests.every((made) => made.statusCode !== null || made.failure !== null),
  )
  return { call, customer }
}

function said(call: SimulatedCall): string[] {
  return call.turns.filter((turn) => turn.kind === 'said').map((turn) => turn.text)
}

test('a relative action belongs to the document it stands in, also after a redirect', async () => {
  const { customer } = await converse({
    '/talk': response('<Redirect>deeper/down</Redirect>'),
    '/deeper/down': response('<Gather numDigits="1" action="here?step=2"><Say>Press 1</Say></Gather>'),
  })
  expect(customer.at('/deeper/here')).toMatchObject([
    { method: 'POST', params: { step: '2', Digits: '1' }, signed: true },
  ])
})

test('the same person presses the same key when a later question asks for it', async () => {
  const { call } = await converse({
    '/talk': response('<Gather numDigits="1" action="confirm"><Say>Press 1</Say></Gather>'),
    '/confirm': response('<Gather numDigits="1" action="done"><Say>Press 1 again</Say></Gather>'),
    '/done': response('<Say>Done</Say>'),
  })
  expect(call.turns.filter(({ kind }) => kind !== 'spoke').map(({ kind, text }) => [kind, text])).toEqual([
    ['said', 'Press 1'],
    ['pressed', '1'],
    ['said', 'Press 1 again'],
    ['pressed', '1'],
    ['said', 'Done'],
  ])
})

test('fewer keys than asked for are handed over when the timeout has passed; the finishing key ends it at once', async () => {
  const few = await converse({
    '/talk': response('<Gather numDigits="4" timeout="5" action="done"><Say>Press 1</Say></Gather>'),
  })
  expect(few.customer.at('/done')[0]?.params).toMatchObject({ Digits: '1', FinishedOnKey: '' })
  const finished = await converse(
    { '/talk': response('<Gather timeout="600" action="done"><Say>Press any key</Say></Gather>') },
    { behaviour: { kind: 'presses', keys: '42#' } },
  )
  expect(finished.customer.at('/done')[0]?.params).toMatchObject({ Digits: '42', FinishedOnKey: '#' })
})

test('a Gather without an answer goes on to the next verb, unless it wants empty results', async () => {
  const silent: Behaviour = { kind: 'silent' }
  const goesOn = await converse(
    { '/talk': response('<Gather timeout="1" action="done"/><Say>Nothing heard</Say>') },
    { behaviour: silent },
  )
  expect(goesOn.customer.at('/done')).toEqual([])
  expect(said(goesOn.call)).toEqual(['Nothing heard'])
  const asks = await converse(
    { '/talk': response('<Gather timeout="1" action="done" actionOnEmptyResult="true"/>') },
    { behaviour: silent },
  )
  expect(asks.customer.at('/done')[0]?.params).toMatchObject({ Digits: '' })
})

test('speech is handed over as words', async () => {
  const question = '<Say>If you are well, press 1, or say so.</Say>'
  const talk = {
    '/talk': response(`<Pause length="3"/><Gather input="dtmf speech" action="done">${question}</Gather>`),
  }
  const speaker = await converse(talk, { behaviour: { kind: 'says', words: "I'm fine" } })
  expect(speaker.customer.at('/done')[0]).toMatchObject({
    signed: true,
    params: { SpeechResult: "I'm fine", Confidence: expect.stringMatching(/^0\.\d+$/) },
  })
})

test('a Gather without an action asks for its own document again', async () => {
  const { customer } = await converse({
    '/talk': ({ params }) =>
      response(params.Digits ? '<Hangup/>' : '<Gather numDigits="1"><Say>Press 1</Say></Gather>'),
  })
  expect(customer.at('/talk').map(({ params }) => params.Digits)).toEqual([undefined, '1'])
})

test.each<[string, Answers, number]>([
  ['an error page', { '/talk': { status: 500, body: 'no' } }, 11200],
  ['broken markup', { '/talk': { body: '<Response><Say>' } }, 12100],
  ['another type of content', { '/talk': { type: 'application/json', body: '{}' } }, 12300],
])('%s ends the call, and the provider’s error is on record', async (_what, answers, code) => {
  const { call } = await converse(answers)
  expect(call).toMatchObject({ status: 'completed', turns: [] })
  expect(call.errors.map((error) => error.code)).toEqual([code])
})

test('the fallback is asked when the document fails, and learns why', async () => {
  const { call, customer } = await converse(
    { '/talk': { status: 500, body: 'no' }, '/fallback': response('<Say>Please ring your family.</Say>') },
    { extra: (url: string) => ({ fallbackUrl: `${url}/fallback` }) },
  )
  expect(customer.at('/fallback')[0]).toMatchObject({
    signed: true,
    params: { ErrorCode: '11200', ErrorUrl: `${customer.url}/talk` },
  })
  expect(said(call)).toEqual(['Please ring your family.'])
})

test('an inline document speaks though no server answers', async () => {
  const { call } = await converse(
    {},
    { extra: { url: undefined, twiml: '<Response><Say>Good morning, Margaret.</Say></Response>' } },
  )
  expect(said(call)).toEqual(['Good morning, Margaret.'])
  expect(call.requests).toEqual([])
})

test('the time limit ends a call that would go on', async () => {
  const { call } = await converse({ '/talk': response('<Pause length="6000"/>') }, { extra: { timeLimit: 0 } })
  expect(call.status).toBe('completed')
})

test('a document that redirects to itself ends, and says so', async () => {
  const { call } = await converse({ '/talk': response('<Redirect/>') })
  expect(call.status).toBe('completed')
  expect(call.errors).toHaveLength(1)
})

test.each(['<Teleport/>', '<Enqueue>line</Enqueue>', '<Dial>131114</Dial>'])(
  '%s is noted and skipped',
  async (verb) => {
    const { call } = await converse({ '/talk': response(`${verb}<Say>Still here</Say>`) })
    expect(call.errors.map((error) => error.code)).toEqual([12200])
    expect(said(call)).toEqual(['Still here'])
  },
)
