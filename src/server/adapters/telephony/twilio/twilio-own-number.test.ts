import twilio from 'twilio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { twilioOwnNumber } from './twilio-own-number.ts'

const KEYS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
const OURS = '+61255501234'

let simulator: TwilioSimulator
beforeAll(async () => {
  simulator = await startTwilioSimulator({ ...KEYS, numbers: ['+61255505678', OURS] })
})
afterAll(() => simulator.close())

const ownNumber = (config = {}, fallbackBase?: string) =>
  twilioOwnNumber({ voice: { ...KEYS, from: OURS, baseUrl: simulator.url, ...config }, fallbackBase })
async function settings() {
  const client = twilio(KEYS.accountSid, KEYS.authToken, { httpClient: new BaseUrlClient(simulator.url) })
  const numbers = await client.incomingPhoneNumbers.list()
  return new Map(numbers.map(({ phoneNumber, ...number }) => [phoneNumber, number]))
}

test('our number, and no other, asks this server from now on, also when that is said twice or changes', async () => {
  const addressesAt = (publicUrl: string) => ({
    voice: `${publicUrl}/api/twilio/inbound/voice`,
    status: `${publicUrl}/api/twilio/inbound/status`,
    sms: `${publicUrl}/api/twilio/inbound/text`,
    voiceFallback: `${publicUrl}/api/twilio/fallback?call=inbound/voice`,
    smsFallback: `${publicUrl}/api/twilio/inbound/text`,
  })
  let previous = {}
  for (const publicUrl of ['https://old.example', 'https://cooee.example', 'https://cooee.example']) {
    const addresses = addressesAt(publicUrl)
    expect(await ownNumber().pointAt(publicUrl)).toEqual({ kind: 'pointed', addresses, previous })
    previous = addresses
  }
  const numbers = await settings()
  expect(numbers.get(OURS)).toMatchObject({
    voiceUrl: 'https://cooee.example/api/twilio/inbound/voice',
    voiceMethod: 'POST',
    statusCallback: 'https://cooee.example/api/twilio/inbound/status',
    statusCallbackMethod: 'POST',
    smsUrl: 'https://cooee.example/api/twilio/inbound/text',
    smsMethod: 'POST',
  })
  expect(numbers.get('+61255505678')).toMatchObject({ voiceUrl: '', smsUrl: '' })
})

test('a caller is asked to wait by the operator’s script elsewhere while Cooee is down', async () => {
  const outcome = await ownNumber({}, 'https://bins.example/twiml/1').pointAt('https://cooee.example')
  const voiceFallback = 'https://bins.example/twiml/1?call=inbound/voice'
  expect(outcome).toMatchObject({ addresses: { voiceFallback } })
})

test('no other server is asked for calls and texts, and the former one is reported', async () => {
  const client = twilio(KEYS.accountSid, KEYS.authToken, { httpClient: new BaseUrlClient(simulator.url) })
  const [ours] = await client.incomingPhoneNumbers.list({ phoneNumber: OURS })
  const application = `AP${'1'.repeat(32)}`
  const trunk = `TK${'1'.repeat(32)}`
  const others = { voiceApplicationSid: application, smsApplicationSid: application, trunkSid: trunk }
  await client.incomingPhoneNumbers(ours?.sid ?? '').update(others)
  const outcome = await ownNumber().pointAt('https://cooee.example')
  expect(outcome).toMatchObject({ previous: { voiceApplication: application, smsApplication: application, trunk } })
  expect(outcome).not.toHaveProperty('addresses.voiceApplication')
  const none = { voiceApplicationSid: '', smsApplicationSid: '', trunkSid: null }
  expect((await settings()).get(OURS)).toMatchObject(none)
})

test('a number that the account does not have is reported as such', async () => {
  expect(await ownNumber({ from: '+61255509999' }).pointAt('https://cooee.example')).toEqual({ kind: 'not_ours' })
})

test.each([
  ['the keys are wrong', { authToken: 'guessed' }, 'Authenticate'],
  ['nobody listens there', { baseUrl: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
])('the failure is reported when %s', async (_why, config, reason) => {
  expect(await ownNumber(config).pointAt('https://cooee.example')).toEqual({
    kind: 'unavailable',
    reason: expect.stringContaining(reason),
  })
})

test('with a separate account for texts, calls are pointed at the one and texts at the other', async () => {
  const theirs = { accountSid: `AC${'2'.repeat(32)}`, authToken: 'another secret', from: '+61255507777' }
  const forTexts = await startTwilioSimulator({ ...theirs, numbers: [theirs.from] })
  onTestFinished(() => forTexts.close())
  const voice = { ...KEYS, from: OURS, baseUrl: simulator.url }
  const messaging = { ...theirs, baseUrl: forTexts.url }
  await twilioOwnNumber({ voice }).pointAt('https://old.example')
  const both = twilioOwnNumber({ voice, messaging })
  expect(await both.pointAt('https://cooee.example')).toMatchObject({
    kind: 'pointed',
    addresses: {
      voice: 'https://cooee.example/api/twilio/inbound/voice',
      sms: 'https://cooee.example/api/twilio/inbound/text',
    },
    previous: { voice: 'https://old.example/api/twilio/inbound/voice' },
  })
  expect((await settings()).get(OURS)).toMatchObject({ smsUrl: 'https://old.example/api/twilio/inbound/text' })
  expect(await both.look()).toMatchObject({ kind: 'found', canText: true })
  expect(await twilioOwnNumber({ voice, messaging: { ...messaging, from: OURS } }).look()).toEqual({ kind: 'not_ours' })
})
