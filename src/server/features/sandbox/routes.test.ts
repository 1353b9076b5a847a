import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxPhones } from '#server/sandbox-phones.ts'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'

const COOEE = '+61255501234'
const MARGARET = '+61491570156'
const STRANGER = '+61491570159'

let simulator: TwilioSimulator
let cooee: TestApp
beforeAll(async () => {
  const keys = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
  simulator = await startTwilioSimulator({ ...keys, numbers: [COOEE], ringSeconds: 30 })
  cooee = await buildTestApp({ sandboxPhones: sandboxPhones(simulator, COOEE) })
  const jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
  await jane.patch('/api/profile', { phoneNumber: '+61491570110' })
  const lovedOneId = (await jane.post('/api/loved-ones', aLovedOne({ name: 'Margaret', phoneNumber: MARGARET }))).json()
    .id
  await jane.post('/api/contacts', aContact(lovedOneId, { name: 'Tom', phoneNumber: '+61491570158' }))
})
afterAll(async () => {
  await cooee.close()
  await simulator.close()
})

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, options = {}) =>
  cooee.local(method, `/api/sandbox/${path}`, body, options)
const phones = async () => (await ask('GET', 'phones')).json().phones
const phone = async (number: string) => (await phones()).find((each: { number: string }) => each.number === number)

/** A phone that rings, as it does when Cooee calls. */
async function ringing(to: string): Promise<string> {
  const twiml = '<Response><Gather numDigits="1"><Say>Are you well? Press 1.</Say></Gather></Response>'
  const authorization = `Basic ${btoa(`AC${'0'.repeat(32)}:a secret of the tests`)}`
  const created = await fetch(`${simulator.url}/2010-04-01/Accounts/AC${'0'.repeat(32)}/Calls.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ To: to, From: COOEE, Twiml: twiml }),
  })
  const { sid } = (await created.json()) as { sid: string }
  await expect.poll(() => simulator.call(sid)?.status).toBe('ringing')
  return sid
}

test('the sandbox shows the phones of people here, each with its owner and its state', async () => {
  expect(await phones()).toMatchObject([
    {
      number: MARGARET,
      owners: [{ name: 'Margaret', role: 'loved_one', of: null }],
      behaviour: null,
      ownBehaviour: 'presses_1',
      texts: 'delivered',
      calls: [],
      lastCall: null,
    },
    { number: '+61491570158', owners: [{ name: 'Tom', role: 'contact', of: 'Margaret' }] },
    { number: '+61491570110', owners: [{ name: 'Jane Hartley', role: 'account_holder', of: null }] },
  ])
})

test('a ringing sandbox phone is answered, pressed and hung up, and what was said and pressed is shown', async () => {
  const callId = await ringing(MARGARET)
  expect((await phone(MARGARET)).calls).toMatchObject([{ id: callId, status: 'ringing', direction: 'outbound' }])
  expect((await ask('POST', `phones/${callId}/press`, { keys: '1' })).statusCode).toBe(409)
  expect((await ask('POST', `phones/${callId}/answer`)).statusCode).toBe(204)
  await expect
    .poll(async () => (await phone(MARGARET)).calls)
    .toMatchObject([
      {
        status: 'talking',
        isByHand: true,
        asksFor: { keys: true },
        turns: [{ kind: 'said', text: 'Are you well? Press 1.' }],
      },
    ])
  expect((await ask('POST', `phones/${callId}/press`, { keys: '1' })).statusCode).toBe(204)
  await expect.poll(() => simulator.call(callId)?.turns.at(-1)?.kind).toBe('pressed')
  await ask('POST', `phones/${callId}/hang-up`)
  await expect.poll(async () => (await phone(MARGARET)).lastCall).toMatchObject({ id: callId, outcome: 'talked' })
  for (const action of ['answer', 'hang-up']) {
    expect((await ask('POST', `phones/${callId}/${action}`)).statusCode).toBe(409)
  }
})

test('a sandbox phone that rings is shown although nobody here has its number', async () => {
  const callId = await ringing(STRANGER)
  expect(await phone(STRANGER)).toMatchObject({ owners: [], calls: [{ id: callId }] })
  await ask('POST', `phones/${callId}/hang-up`)
  await expect.poll(async () => (await phone(STRANGER)).lastCall).toMatchObject({ outcome: 'busy' })
})

test('the behaviour of a sandbox phone can be chosen and reset', async () => {
  const chosen = await ask('PUT', 'behaviours', { number: MARGARET, behaviour: 'rings_out', texts: 'undelivered' })
  expect(chosen.json()).toEqual({ number: MARGARET, behaviour: 'rings_out', texts: 'undelivered' })
  expect((await ask('GET', 'behaviours')).json()).toEqual([chosen.json()])
  await ask('PUT', 'behaviours', { number: MARGARET, behaviour: null })
  expect(await phone(MARGARET)).toMatchObject({ behaviour: null, texts: 'undelivered' })
  await ask('PUT', 'behaviours', { number: MARGARET, texts: null })
  expect((await ask('GET', 'behaviours')).json()).toEqual([])
})

test('every behaviour of a sandbox phone that can be chosen is the one shown afterwards', async () => {
  const { PHONE_BEHAVIOURS } = await import('#contract/admin/sandbox.ts')
  for (const behaviour of PHONE_BEHAVIOURS) {
    const answer = await ask('PUT', 'behaviours', { number: MARGARET, behaviour })
    expect(answer.json().behaviour).toBe(behaviour)
  }
  await ask('PUT', 'behaviours', { number: MARGARET, behaviour: null })
})

test('a text from a sandbox phone is shown, and reaches Cooee’s number', async () => {
  expect((await ask('POST', 'texts', { from: MARGARET, text: ' OK ' })).statusCode).toBe(204)
  expect((await ask('GET', 'texts')).json()).toMatchObject([{ number: MARGARET, direction: 'to_cooee', text: 'OK' }])
  expect(simulator.messages()).toMatchObject([{ from: MARGARET, to: COOEE, body: 'OK' }])
})

test('ringing a number from the sandbox that takes no calls says so', async () => {
  expect((await ask('POST', 'ring', { from: MARGARET })).statusCode).toBe(503)
})

test.each([
  ['POST', 'ring', { from: 'Margaret' }, 'from'],
  ['POST', 'texts', { from: '0491 570 156', text: 'OK' }, 'from'],
  ['POST', 'texts', { from: MARGARET, text: '  ' }, 'text'],
  ['POST', 'texts', { from: MARGARET, text: 'x'.repeat(1601) }, 'text'],
  ['POST', 'phones/CA1/press', { keys: '1a' }, 'keys'],
  ['POST', 'phones/CA1/press', {}, 'keys'],
  ['POST', 'phones/CA1/speak', { words: '' }, 'words'],
  ['PUT', 'behaviours', { number: MARGARET, behaviour: 'sings' }, 'behaviour'],
  ['PUT', 'behaviours', { behaviour: 'busy' }, 'number'],
  ['PUT', 'behaviours', { number: MARGARET, texts: 'eaten' }, 'texts'],
  ['PUT', 'watched', { numbers: ['me'] }, 'numbers.0'],
  ['PUT', 'watched', { numbers: [], isInBackground: 'perhaps' }, 'isInBackground'],
] as const)('the sandbox refuses %s %s with %j, naming %s', async (method, path, body, field) => {
  const answer = await ask(method, path, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(field)
})

describe('access to the sandbox', () => {
  const requests = [
    ['GET', 'phones'],
    ['GET', 'texts'],
    ['GET', 'behaviours'],
    ['POST', 'texts', { from: MARGARET, text: 'OK' }],
    ['POST', 'ring', { from: MARGARET }],
    ['POST', 'phones/CA1/answer'],
    ['POST', 'phones/CA1/press', { keys: '1' }],
    ['POST', 'phones/CA1/speak', { words: 'yes' }],
    ['POST', 'phones/CA1/hang-up'],
    ['PUT', 'behaviours', { number: MARGARET, behaviour: 'busy' }],
    ['PUT', 'watched', { numbers: [] }],
  ] as const
  const strangers = [
    ['another machine', { remoteAddress: '203.0.113.9' }],
    ['behind a proxy', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a page that gave this machine a name of its own', { headers: { host: 'evil.example' } }],
    ['another site', { headers: { origin: 'https://evil.example' } }],
    ['another port of this machine', { headers: { origin: 'http://localhost:81' } }],
    ['a frame without an origin', { headers: { origin: 'null' } }],
    ['a link on another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ] as const
  for (const [where, options] of strangers) {
    test.each(requests)(
      `a request from ${where}, %s %s, is refused by the sandbox`,
      async (method, path, body?: unknown) => {
        expect((await ask(method, path, body, options)).statusCode).toBe(403)
      },
    )
  }

  test('a form of another site cannot be read as JSON by the sandbox', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await ask('POST', 'texts', JSON.stringify({ from: MARGARET, text: 'OK' }), { headers })
    expect(answer.statusCode).toBe(415)
  })

  test('the sandbox is not on the port that others can reach, whatever a proxy there passes on', async () => {
    for (const [method, path, body] of [
      ...requests,
      ['GET', 'outbox', undefined],
      ['GET', 'cards', undefined],
    ] as const) {
      const answer = await cooee.request(method, `/api/sandbox/${path}`, body)
      // Nothing is there, and a request without a session does not even learn that.
      expect([401, 404], path).toContain(answer.statusCode)
    }
  })

  test('the sandbox does not exist with the real providers', async () => {
    const real = await buildTestApp({ isSandbox: false, sandboxPhones: sandboxPhones(simulator, COOEE) })
    for (const [method, path, body] of requests) {
      expect((await real.request(method, `/api/sandbox/${path}`, body)).statusCode, path).toBe(404)
    }
    await real.close()
  })
})

describe('the sandbox in screens', () => {
  const isRunning = async (app: TestApp, options = {}) =>
    (await app.request('GET', '/api/sandbox', undefined, options)).json()

  test('screens offer the sandbox on this machine and not elsewhere', async () => {
    expect(await isRunning(cooee)).toEqual({ isRunning: true, address: 'http://localhost:4000/sandbox' })
    expect(await isRunning(cooee, { remoteAddress: '203.0.113.9' })).toEqual({ isRunning: false, address: null })
  })

  test.each([{ isSandbox: false }, { publicUrl: 'https://cooee.example.com.au' }])(
    'screens do not offer the sandbox with %j',
    async (changes) => {
      const other = await buildTestApp(changes)
      expect(await isRunning(other)).toEqual({ isRunning: false, address: null })
      await other.close()
    },
  )
})
