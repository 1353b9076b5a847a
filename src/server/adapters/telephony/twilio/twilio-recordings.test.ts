import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import type { CallRecordings } from '../call-recordings.ts'
import { MAX_SOUND_BYTES, twilioRecordings } from './twilio-recordings.ts'
import { twilioTelephony } from './twilio-telephony.ts'

const KEYS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests', from: '+61255501234' }
const SID = `RE${'1'.repeat(32)}`

let answer: (request: http.IncomingMessage, response: http.ServerResponse) => void
let asked: http.IncomingMessage[]
let provider: http.Server
let recordings: CallRecordings

beforeEach(async () => {
  asked = []
  provider = http.createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  recordings = twilioRecordings({ ...KEYS, baseUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` })
})
afterEach(async () => {
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const audio = (bytes: Buffer) => (_request: unknown, response: http.ServerResponse) =>
  response.writeHead(200, { 'content-type': 'audio/x-wav' }).end(bytes)

test('the sound arrives byte for byte, asked for with the account’s key', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
  answer = audio(bytes)
  const found = await recordings.fetchSound(SID)
  expect(found).toEqual({ kind: 'found', found: { bytes, contentType: 'audio/wav' } })
  expect(asked[0]?.url).toBe(`/2010-04-01/Accounts/${KEYS.accountSid}/Recordings/${SID}.wav`)
  expect(asked[0]?.headers.authorization).toMatch(/^Basic /)
})

test('more sound than any call can be is not taken', async () => {
  answer = audio(Buffer.alloc(MAX_SOUND_BYTES + 1))
  expect(await recordings.fetchSound(SID)).toMatchObject({ kind: 'unusable' })
})

test('a page instead of sound is not kept as sound', async () => {
  answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script></script>')
  expect(await recordings.fetchSound(SID)).toMatchObject({ kind: 'unusable' })
})

test.each([
  [404, 'absent'],
  [401, 'unavailable'],
  [429, 'unavailable'],
  [503, 'unavailable'],
] as const)('an answer of %i to the sound means %s', async (status, kind) => {
  answer = (_request, response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  expect(await recordings.fetchSound(SID)).toMatchObject({ kind })
})

test('a connection that is cut in the middle of the sound is no sound', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/x-wav', 'content-length': '1000' }).write('RIFF')
    setImmediate(() => response.destroy())
  }
  expect(await recordings.fetchSound(SID)).toMatchObject({ kind: 'unavailable' })
})

test('a recording that is deleted already counts as deleted, and one that cannot be deleted now is reported', async () => {
  answer = (_request, response) => response.writeHead(404).end('{"code":20404,"message":"none","status":404}')
  expect(await recordings.delete(SID)).toEqual({ kind: 'deleted' })
  answer = (_request, response) => response.writeHead(503).end('{}')
  expect(await recordings.delete(SID)).toMatchObject({ kind: 'unavailable' })
})

test('with the sandbox: a recorded call is found, fetched and deleted; one that is not recorded has none', async () => {
  const simulator = await startTwilioSimulator({ ...KEYS, ringSeconds: 0.02 })
  try {
    const settings = { ...KEYS, baseUrl: simulator.url }
    const telephony = twilioTelephony({ ...settings, publicUrl: 'http://127.0.0.1:9' })
    const sandbox = twilioRecordings(settings)
    const ids = new Map<boolean, string>()
    for (const isRecorded of [true, false]) {
      const subject = isRecorded ? { testCallId: 1 } : { attemptId: 1 }
      const dialled = await telephony.dial({ to: '+61491570110', ...subject })
      if (dialled.kind === 'accepted') ids.set(isRecorded, dialled.providerCallId)
    }
    await expect
      .poll(async () => await sandbox.findOfCall(ids.get(true) ?? ''), { timeout: 10_000 })
      .toMatchObject({
        found: [{ isReady: true, durationSeconds: 1 }],
      })
    expect(await sandbox.findOfCall(ids.get(false) ?? '')).toEqual({ kind: 'found', found: [] })
    const sid = simulator.recordings()[0]?.sid ?? ''
    expect(await sandbox.fetchSound(sid)).toMatchObject({ kind: 'found', found: { contentType: 'audio/wav' } })
    expect(await sandbox.delete(sid)).toEqual({ kind: 'deleted' })
    expect(simulator.recordings()).toEqual([])
    expect(await sandbox.fetchSound(sid)).toEqual({ kind: 'absent' })
  } finally {
    await simulator.close()
  }
})

test('only a call that was announced as recorded is recorded: an attempt at its request, an alert never', async () => {
  const forms: URLSearchParams[] = []
  answer = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      forms.push(new URLSearchParams(Buffer.concat(chunks).toString()))
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sid: `CA${'1'.repeat(32)}` }))
    })
  }
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const telephony = twilioTelephony({ ...KEYS, publicUrl: 'https://cooee.example', baseUrl })
  await telephony.startRecording(`CA${'1'.repeat(32)}`, { attemptId: 7 })
  await telephony.dial({ to: '+61491570110', attemptId: 8 })
  // Whatever is asked for, past the types.
  await telephony.dial({ to: '+61491570110', alertId: 9, ...{ isRecorded: true } })
  expect(forms.map((form) => form.get('Record'))).toEqual([null, null, null])
  expect(forms[0]?.get('RecordingStatusCallback')).toBe('https://cooee.example/api/twilio/recording/7')
})
