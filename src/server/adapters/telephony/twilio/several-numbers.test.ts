import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { twilioOwnNumbers } from './twilio-own-number.ts'
import { twilioTelephony } from './twilio-telephony.ts'
import { twilioTexts } from './twilio-texts.ts'

const KEYS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
const MAIN = '+61255501234'
const SECOND = '+61255501235'
const FORMER = '+61255501236'
const SOMEBODY_ELSES = '+61255509999'
const SUSAN = '+61491570157'
const PUBLIC_URL = 'http://127.0.0.1:1'

let simulator: TwilioSimulator
beforeAll(async () => {
  simulator = await startTwilioSimulator({ ...KEYS, numbers: [MAIN, SECOND, FORMER], callsPerSecond: 3 })
})
afterAll(() => simulator.close())

const account = (changes = {}) => ({
  ...{ ...KEYS, from: MAIN, numbers: [MAIN, SECOND] as const, baseUrl: simulator.url, publicUrl: PUBLIC_URL },
  ...changes,
})
const calls = () => simulator.callsTo(SUSAN).map(({ from }) => from)

test('a call comes from the wanted number, and from the main one where that is not ours', async () => {
  const telephony = twilioTelephony(account())
  const before = calls().length
  for (const from of [SECOND, SOMEBODY_ELSES, undefined])
    expect(await telephony.dial({ to: SUSAN, attemptId: 1, ...(from && { from }) })).toMatchObject({ kind: 'accepted' })
  expect(calls().slice(before)).toEqual([SECOND, MAIN, MAIN])
})

test('a call from a number that the provider does not know as ours is not placed, and may be tried again', async () => {
  const telephony = twilioTelephony(account({ from: SOMEBODY_ELSES, numbers: [SOMEBODY_ELSES] }))
  expect(await telephony.dial({ to: SUSAN, attemptId: 1 })).toMatchObject({
    kind: 'not_placed',
    reason: expect.stringContaining('21210'),
  })
})

test('a text from a number that the provider does not know as ours is tried again later', async () => {
  const texts = twilioTexts(account({ from: SOMEBODY_ELSES, numbers: [SOMEBODY_ELSES] }))
  expect(await texts.send({ to: SUSAN, text: 'Hello', messageId: 1 })).toMatchObject({ kind: 'unreachable' })
})

test('what was sent is found whichever number it came from, also one that is ours no more', async () => {
  const since = new Date(Date.now() - 1_000)
  const to = '+61491570158'
  const before = account({ numbers: [MAIN, SECOND, FORMER] })
  const placed: unknown[] = []
  const sent: unknown[] = []
  for (const from of [MAIN, SECOND, FORMER]) {
    const dialled = await twilioTelephony(before).dial({ to, from, attemptId: 1 })
    placed.unshift(dialled.kind === 'accepted' && dialled.providerCallId)
    const texted = await twilioTexts(before).send({ to, from, text: 'All well?', messageId: 1 })
    sent.unshift(texted.kind === 'accepted' && texted.providerId)
  }
  const now = account({ everyNumber: async () => [MAIN, SECOND, FORMER] })
  const found = await twilioTelephony(now).findCalls({ to, since })
  expect(found.kind === 'found' && found.found.map(({ providerCallId }) => providerCallId)).toEqual(placed)
  expect(await twilioTexts(now).find({ to, text: 'All well?', since })).toEqual({ kind: 'found', found: sent })
})

test('what another process sends meanwhile, from a number that it began with, is found as well', async () => {
  const since = new Date(Date.now() - 1_000)
  const to = '+61491570160'
  const everyNumber: string[] = [MAIN]
  const earlier = twilioTelephony(account({ numbers: [MAIN], everyNumber: async () => everyNumber }))
  expect(await earlier.findCalls({ to, since })).toEqual({ kind: 'found', found: [] })
  await twilioTelephony(account({ from: SECOND, numbers: [SECOND] })).dial({ to, from: SECOND, attemptId: 1 })
  everyNumber.push(SECOND)
  expect(await earlier.findCalls({ to, since })).toMatchObject({ kind: 'found', found: [{}] })
})

test('while our numbers cannot be read, nothing is said about what was sent', async () => {
  const blind = account({ everyNumber: () => Promise.reject(new Error('The database is away')) })
  const search = { to: SUSAN, since: new Date(0) }
  expect(await twilioTelephony(blind).findCalls(search)).toMatchObject({ kind: 'unavailable' })
  expect(await twilioTexts(blind).find({ ...search, text: 'Hello' })).toMatchObject({ kind: 'unavailable' })
})

test('a text to a number that is off the list, and still leads to us, is listed', async () => {
  simulator.text('+61491570161', 'STOP', { to: FORMER })
  const texts = twilioTexts(account({ everyNumber: async () => [MAIN, SECOND, FORMER] }))
  const received = await texts.received({ since: new Date(Date.now() - 60_000) })
  expect(received.kind === 'found' && received.found.map(({ text, to }) => [text, to])).toContainEqual(['STOP', FORMER])
})

test('texts to every number of ours are listed, with the number that they were sent to', async () => {
  simulator.text(SUSAN, 'one', { to: MAIN })
  simulator.text(SUSAN, 'two', { to: SECOND })
  const received = await twilioTexts(account()).received({ since: new Date(Date.now() - 60_000) })
  expect(received.kind === 'found' && received.found.map(({ text, to }) => [text, to]).sort()).toEqual([
    ['one', MAIN],
    ['two', SECOND],
  ])
})

test('every number is pointed at this server and looked at, and one that the account does not have is named', async () => {
  const own = twilioOwnNumbers({ voice: account() })
  const outcome = await own.pointAt('https://cooee.example')
  const voice = 'https://cooee.example/api/twilio/inbound/voice'
  expect(outcome).toMatchObject({
    kind: 'pointed',
    addresses: { [`${MAIN} voice`]: voice, [`${SECOND} voice`]: voice },
  })
  expect(await own.read()).toMatchObject({ kind: 'found', canCall: true })
  const wrong = twilioOwnNumbers({ voice: account({ numbers: [MAIN, SOMEBODY_ELSES] }) })
  expect(await wrong.pointAt('https://cooee.example')).toEqual({ kind: 'not_ours', number: SOMEBODY_ELSES })
  expect(await wrong.read()).toEqual({ kind: 'not_ours' })
})

test('calls that come faster from one number than its rate are refused by the simulator, and those of another are not', async () => {
  const telephony = twilioTelephony(account())
  const dial = (from: string) => telephony.dial({ to: '+61491570159', from, attemptId: 1 })
  const crowd = await Promise.all(Array.from({ length: 12 }, () => dial(MAIN)))
  expect(crowd.some(({ kind }) => kind === 'unknown')).toBe(true)
  expect(simulator.overRate()).toContain(MAIN)
  expect(simulator.overRate()).not.toContain(SECOND)
})
