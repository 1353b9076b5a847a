import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { ProviderInboundEvents } from '#server/adapters/telephony/telephony.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aFreePort } from '#test/free-port.ts'
import { twilioOwnNumber } from '../twilio-own-number.ts'
import { twilioTexts } from '../twilio-texts.ts'
import { twilioCallbackRoutes } from './callback-routes.ts'

// The whole way over HTTP: a person rings or writes in the phone sandbox, the number's addresses are posted to,
// signed, and what arrives is passed to its listener and answered to the person.
const KEYS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
const OURS = '+61255501234'
const MARGARET = '+61491570156'
const CALLER = { from: MARGARET, providerCallId: expect.stringMatching(/^CA/) }

let simulator: TwilioSimulator
let cooee: TestApp
let publicUrl: string
const told: unknown[][] = []
const inbound: ProviderInboundEvents = {
  async called(call): Promise<readonly ScriptPart[]> {
    told.push(['called', call])
    return [{ kind: 'ask', step: 'first', prompt: 'Press 1 if all is well.' }, { kind: 'hang_up' }]
  },
  async answered(call, step: string, heard: Heard) {
    told.push(['answered', call, step, heard])
    return [{ kind: 'say', text: 'Thank you.' }, { kind: 'hang_up' }]
  },
  async texted(text) {
    told.push(['texted', text])
    return text.text === 'OK' ? 'Thank you, & all the best.' : null
  },
}
const noCalls = {
  answered: async () => [],
  heard: async () => [],
  progressed: async () => {},
  answererDetected: async () => {},
}

beforeAll(async () => {
  simulator = await startTwilioSimulator({ ...KEYS, numbers: [OURS], ringSeconds: 0.05 })
  // What is signed is the public address: it must be known before the app listens.
  const port = await aFreePort()
  publicUrl = `http://127.0.0.1:${port}`
  const texts = {
    progressed: async (...fact: unknown[]) => {
      told.push(['progressed', ...fact])
    },
  }
  cooee = await buildTestApp({
    publicUrl,
    adapterRoutes: async (app) => {
      await app.register(twilioCallbackRoutes, {
        authToken: KEYS.authToken,
        publicUrl,
        facts: noCalls,
        alerts: noCalls,
        tests: noCalls,
        voices: noCalls,
        inbound,
        texts,
        recordings: { recorded: async () => {} },
        databaseConnections: 16,
        onSlowCallback() {},
        clock: systemClock,
      })
    },
  })
  await cooee.app.listen({ port, host: '127.0.0.1' })
  await twilioOwnNumber({ voice: { ...KEYS, from: OURS, baseUrl: simulator.url } }).pointAt(publicUrl)
})
afterAll(async () => {
  await simulator.close()
  await cooee.close()
})
beforeEach(() => {
  told.length = 0
})

test('somebody rings: who they are arrives here, they are asked, and what they press arrives, too', async () => {
  const call = simulator.ring(MARGARET, { behaviour: { kind: 'presses', keys: '1' } })
  await expect.poll(() => call?.status).toBe('completed')
  expect(told).toEqual([
    ['called', CALLER],
    ['answered', CALLER, 'first', { keys: '1', speech: '', at: expect.any(Number) }],
  ])
  expect(call?.turns.map(({ text }) => text)).toEqual(['Press 1 if all is well.', '1', 'Thank you.'])
  await expect.poll(() => call?.requests.map(({ statusCode }) => statusCode)).toEqual([200, 200, 204])
})

test('somebody writes: it arrives here, and the answer arrives with them', async () => {
  const { sid } = simulator.text(MARGARET, 'OK')
  const answers = () => simulator.messages().filter(({ direction }) => direction === 'outbound-reply')
  await expect
    .poll(() => answers().map(({ to, body, status }) => [to, body, status]))
    .toEqual([[MARGARET, 'Thank you, & all the best.', 'delivered']])
  expect(told).toEqual([['texted', { from: MARGARET, text: 'OK', providerMessageId: sid }]])
})

test('a text that needs no answer gets none', async () => {
  const before = simulator.messages().length
  const message = simulator.text(MARGARET, 'What is this?')
  await expect.poll(() => message.status).toBe('received')
  expect([message.error, simulator.messages().length]).toEqual([null, before + 1])
})

test('a caller without a number is nobody, not somebody with the number that the provider shows instead', async () => {
  for (const shown of ['+266696687', '+86282452253', 'anonymous', '']) {
    told.length = 0
    const call = simulator.ring(shown, { behaviour: { kind: 'hangs-up' } })
    await expect.poll(() => call?.status).toBe('completed')
    expect(told).toEqual([['called', { ...CALLER, from: '' }]])
  }
  told.length = 0
  const text = simulator.text('Bank', 'Dear customer')
  await expect.poll(() => text.status).toBe('received')
  expect(told).toEqual([['texted', { from: '', text: 'Dear customer', providerMessageId: text.sid }]])
})

test.each([
  ['delivered', 'delivered', null],
  ['undelivered', 'failed', 'Twilio error 30003'],
] as const)('a text of ours that is %s is reported by its own id', async (behaviour, delivery, reason) => {
  const beryl = '+61491570157'
  simulator.setTextBehaviour(beryl, behaviour)
  const texts = twilioTexts({ ...KEYS, from: OURS, publicUrl, baseUrl: simulator.url })
  const outcome = await texts.send({ to: beryl, text: 'Please ring Margaret', messageId: 4711 })
  expect(outcome).toEqual({ kind: 'accepted', providerId: expect.stringMatching(/^SM/) })
  await expect.poll(() => told).toEqual([['progressed', 4711, delivery, reason, expect.stringMatching(/^SM/)]])
})

type Form = Record<string, string>
function post(path: string, form: Form, { signature }: { signature?: string | null } = {}) {
  const expected = twilio.getExpectedTwilioSignature(KEYS.authToken, publicUrl + path, form)
  const given = signature === undefined ? expected : signature
  return cooee.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(given === null ? {} : { 'x-twilio-signature': given }),
    },
  })
}

describe.each<[string, Form]>([
  ['inbound/voice', { CallSid: 'CA1', From: MARGARET, CallStatus: 'ringing' }],
  ['inbound/answer?step=first', { CallSid: 'CA1', From: MARGARET, Digits: '1' }],
  ['inbound/status', { CallSid: 'CA1', From: MARGARET, CallStatus: 'completed', CallDuration: '3' }],
  ['inbound/text', { MessageSid: 'SM1', From: MARGARET, Body: 'OK' }],
  ['text-status/4711', { MessageSid: 'SM1', MessageStatus: 'delivered' }],
])('%s', (name, form) => {
  const path = `/api/twilio/${name}`

  test('a request that is not signed is refused, and nobody is notified', async () => {
    const forAnother = twilio.getExpectedTwilioSignature(KEYS.authToken, publicUrl + path, { ...form, From: OURS })
    const otherToken = twilio.getExpectedTwilioSignature('guessed', publicUrl + path, form)
    for (const signature of [null, '', 'x', 'é', forAnother, otherToken]) {
      expect((await post(path, form, { signature })).statusCode).toBe(403)
    }
    expect(told).toEqual([])
  })

  test('a signed request is accepted', async () => {
    expect((await post(path, form)).statusCode).toBeLessThan(300)
  })

  test('the inbound callbacks refuse what is signed but makes no sense, and never fails', async () => {
    const tooLong = { ...form, CallSid: 'C'.repeat(65), MessageSid: 'S'.repeat(65) }
    const oddForms: Form[] = [{}, { CallSid: '', MessageSid: '' }, tooLong]
    for (const odd of oddForms) {
      expect((await post(path, odd)).statusCode).toBeLessThan(500)
    }
    const long = {
      ...form,
      Body: 'x'.repeat(5000),
      SpeechResult: 'x'.repeat(5000),
      ErrorCode: 'none',
      From: 'x'.repeat(60),
    }
    expect((await post(path, long)).statusCode).toBeLessThan(300)
  })
})

test.each(['sent', 'queued', 'levitating', ''])('the status %j of a text is not final', async (MessageStatus) => {
  expect((await post('/api/twilio/text-status/4711', { MessageSid: 'SM1', MessageStatus })).statusCode).toBe(204)
  expect(told).toEqual([])
})
