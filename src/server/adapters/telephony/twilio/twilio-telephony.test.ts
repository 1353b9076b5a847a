import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Telephony } from '../telephony.ts'
import { toDialResult, twilioTelephony } from './twilio-telephony.ts'

const ACCOUNT_SID = `AC${'0'.repeat(32)}`
const AUTH_TOKEN = 'a secret of the tests'
const SID = `CA${'1'.repeat(32)}`
const CALLS = `/2010-04-01/Accounts/${ACCOUNT_SID}/Calls.json`

interface Asked {
  method: string
  path: string
  authorization: string
  contentType: string
  form: URLSearchParams
}
type Answer = { status: number; body?: object } | 'cut'

let asked: Asked[]
let answer: (request: Asked) => Answer
let provider: http.Server
let telephony: Telephony
let url: string

beforeEach(async () => {
  asked = []
  answer = () => ({ status: 201, body: aCall() })
  provider = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        contentType: request.headers['content-type'] ?? '',
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
      }
      asked.push(entry)
      const given = answer(entry)
      if (given === 'cut') return request.socket.destroy()
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  telephony = aTelephony(url)
})
afterEach(close)

async function close() {
  provider.closeAllConnections()
  if (provider.listening) await new Promise((resolve) => provider.close(resolve))
}
const aTelephony = (baseUrl: string, settings: { fallbackUrl?: string } = {}) =>
  twilioTelephony({
    ...settings,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    from: '+61255501234',
    publicUrl: 'https://cooee.example',
    baseUrl,
  })

/** A call as the provider answers it (API version 2010-04-01), as far as the official package reads it. */
function aCall(fields: Record<string, unknown> = {}) {
  return {
    sid: SID,
    account_sid: ACCOUNT_SID,
    to: '+61491570156',
    from: '+61255501234',
    status: 'queued',
    date_created: 'Tue, 10 Mar 2026 00:00:00 +0000',
    date_updated: 'Tue, 10 Mar 2026 00:00:00 +0000',
    start_time: null,
    end_time: null,
    duration: null,
    answered_by: null,
    ...fields,
  }
}
const aList = (calls: object[]) => ({
  calls,
  page: 0,
  page_size: 50,
  first_page_uri: CALLS,
  next_page_uri: null,
  previous_page_uri: null,
  uri: CALLS,
})
const anError = (status: number, code: number) => ({ status, body: { status, code, message: 'No', more_info: '' } })
const dial = () => telephony.dial({ to: '+61491570156', attemptId: 7 })

/** What the provider's create-call form may carry, by name, of which kind. */
const isUrl = (value: string) => URL.canParse(value) && value.startsWith('https://')
const isMethod = (value: string) => value === 'GET' || value === 'POST'
const isNumber = (value: string) => /^\+[1-9]\d{6,14}$/.test(value)
const isWhole = (value: string) => /^\d+$/.test(value)
const CREATE_PARAMETERS: Record<string, (value: string) => boolean> = {
  To: isNumber,
  From: isNumber,
  Url: isUrl,
  Method: isMethod,
  FallbackUrl: isUrl,
  FallbackMethod: isMethod,
  StatusCallback: isUrl,
  StatusCallbackMethod: isMethod,
  StatusCallbackEvent: (value) => ['initiated', 'ringing', 'answered', 'completed'].includes(value),
  Timeout: (value) => isWhole(value) && Number(value) <= 600,
  TimeLimit: isWhole,
  MachineDetection: (value) => value === 'Enable' || value === 'DetectMessageEnd',
  MachineDetectionTimeout: isWhole,
  MachineDetectionSpeechThreshold: isWhole,
  MachineDetectionSpeechEndThreshold: isWhole,
  MachineDetectionSilenceTimeout: isWhole,
  AsyncAmd: (value) => value === 'true' || value === 'false',
  AsyncAmdStatusCallback: isUrl,
  AsyncAmdStatusCallbackMethod: isMethod,
  Record: (value) => value === 'true' || value === 'false',
  RecordingChannels: (value) => value === 'mono' || value === 'dual',
  RecordingStatusCallback: isUrl,
  RecordingStatusCallbackMethod: isMethod,
  RecordingStatusCallbackEvent: (value) => ['in-progress', 'completed', 'absent'].includes(value),
}

describe('a dial', () => {
  test('a dial is one signed-in form post to the account’s calls', async () => {
    expect(await dial()).toEqual({ kind: 'accepted', providerCallId: SID })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: CALLS,
      contentType: expect.stringContaining('application/x-www-form-urlencoded'),
      authorization: `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`,
    })
  })

  test('a dial lets a phone ring for at least 40 seconds: landlines are answered by people who walk to them', async () => {
    await dial()
    expect(Number(asked[0]?.form.get('Timeout'))).toBeGreaterThanOrEqual(40)
  })

  test('carries only parameters the provider knows, each of its kind', async () => {
    await dial()
    for (const [name, value] of asked[0]?.form ?? []) {
      expect([name, value, CREATE_PARAMETERS[name]?.(value) ?? 'unknown']).toEqual([name, value, true])
    }
  })

  test('a dial names the attempt in every address it is called back at, and asks for every event by its own key', async () => {
    await dial()
    const form = asked[0]?.form
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      To: '+61491570156',
      From: '+61255501234',
      Url: 'https://cooee.example/api/twilio/voice/7#rc=2&ct=2000&rt=5000&tt=9000&rp=all',
      FallbackUrl: expect.stringMatching(/^https:\/\/cooee\.example\/api\/twilio\/fallback\?call=voice\/7#rc=/),
      FallbackMethod: 'POST',
      StatusCallback: 'https://cooee.example/api/twilio/status/7',
      AsyncAmdStatusCallback: 'https://cooee.example/api/twilio/machine-detection/7',
      AsyncAmd: 'true',
      MachineDetection: 'DetectMessageEnd',
    })
    expect(form?.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed'])
  })

  test.each([
    ['https://standby.example', 'https://standby.example/api/twilio/fallback?call=alert-voice/8#'],
    ['https://handler.twilio.com/twiml/EH1', 'https://handler.twilio.com/twiml/EH1?call=alert-voice/8#'],
    ['https://scripts.example/wait?of=cooee', 'https://scripts.example/wait?of=cooee&call=alert-voice/8#'],
  ])('a dial names the fallback at %s: another Cooee, or a script elsewhere', async (fallbackUrl, address) => {
    await aTelephony(url, { fallbackUrl }).dial({ to: '+61491570156', alertId: 8 })
    expect(asked[0]?.form.get('FallbackUrl')).toContain(address)
  })

  test.each([
    [anError(400, 21211), { kind: 'rejected' }],
    [anError(400, 21214), { kind: 'rejected' }],
    [anError(400, 21216), { kind: 'rejected' }],
    [anError(401, 20003), { kind: 'not_placed' }],
    [anError(403, 20003), { kind: 'not_placed' }],
    [anError(404, 20404), { kind: 'not_placed' }],
    [anError(400, 21212), { kind: 'not_placed' }],
    [anError(408, 20408), { kind: 'unknown', saidBusy: false }],
    [anError(429, 20429), { kind: 'unknown', saidBusy: true }],
    [anError(500, 20500), { kind: 'unknown', saidBusy: false }],
    [anError(503, 20503), { kind: 'unknown', saidBusy: true }],
    ['cut' as const, { kind: 'unknown', saidBusy: false }],
  ])('answered with %j is %j, and is asked once', async (given, outcome) => {
    answer = () => given
    expect(await dial()).toMatchObject({ ...outcome, reason: expect.any(String) })
    expect(asked).toHaveLength(1)
  })

  test('a dial to a provider that cannot be reached is certainly not placed', async () => {
    await close()
    expect(await dial()).toMatchObject({ kind: 'not_placed' })
  })

  test.each(['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE'])(
    'a dial that failed with %s may still ring',
    (code) => {
      expect(toDialResult(Object.assign(new Error('gone'), { code }))).toMatchObject({
        kind: 'unknown',
        saidBusy: false,
      })
    },
  )

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
    'a dial that failed with %s was certainly not placed',
    (code) => {
      expect(toDialResult(Object.assign(new Error('gone'), { code }))).toMatchObject({ kind: 'not_placed' })
    },
  )

  test('a dial whose accepted answer cannot be read may still ring', async () => {
    provider.removeAllListeners('request')
    provider.on('request', (_request, response) => response.writeHead(201).end('<html>proxy</html>'))
    expect(await dial()).toMatchObject({ kind: 'unknown' })
  })
})

describe('asking about a call', () => {
  test.each([
    [{ status: 'ringing' }, { endedStatus: null, answeredBy: null, durationSeconds: null }],
    [
      { status: 'completed', duration: '12', answered_by: 'human' },
      { endedStatus: 'completed', answeredBy: 'human', durationSeconds: 12 },
    ],
    [
      { status: 'completed', duration: '9', answered_by: 'machine_end_beep' },
      { endedStatus: 'completed', answeredBy: 'machine', durationSeconds: 9 },
    ],
    [
      { status: 'no-answer', duration: '0' },
      { endedStatus: 'no-answer', durationSeconds: 0 },
    ],
    [{ status: 'canceled' }, { endedStatus: 'canceled' }],
  ])('%j is read as %j', async (fields, found) => {
    answer = () => ({ status: 200, body: aCall(fields) })
    expect(await telephony.fetchCall(SID)).toMatchObject({ kind: 'found', found: { providerCallId: SID, ...found } })
    expect(asked[0]?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT_SID}/Calls/${SID}.json`)
  })

  test('a call that the provider does not know is absent; a failing provider is not an answer', async () => {
    answer = () => anError(404, 20404)
    expect(await telephony.fetchCall(SID)).toEqual({ kind: 'absent' })
    for (const given of [anError(500, 20500), anError(401, 20003), 'cut' as const]) {
      answer = () => given
      expect(await telephony.fetchCall(SID)).toMatchObject({ kind: 'unavailable' })
      expect(await telephony.findCalls({ to: '+61491570156', since: new Date() })).toMatchObject({
        kind: 'unavailable',
      })
    }
  })

  test('a search for calls to a number finds only those created since then, or a minute before: clocks differ', async () => {
    const calls = [
      aCall({ sid: 'CA3', date_created: 'Tue, 10 Mar 2026 00:01:05 +0000' }),
      aCall({ sid: 'CA2', date_created: 'Tue, 10 Mar 2026 00:00:05 +0000' }),
      aCall({ sid: 'CA1', date_created: 'Tue, 10 Mar 2026 00:00:03 +0000' }),
    ]
    answer = () => ({ status: 200, body: aList(calls) })
    const answered = await telephony.findCalls({ to: '+61491570156', since: new Date('2026-03-10T00:01:04.900Z') })
    expect(answered).toMatchObject({ kind: 'found', found: [{ providerCallId: 'CA3' }, { providerCallId: 'CA2' }] })
    const query = new URL(asked[0]?.path ?? '', url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({ To: '+61491570156', From: '+61255501234' })
    expect([...query.keys()].every((name) => ['To', 'From', 'PageSize'].includes(name))).toBe(true)
  })
})

describe('speaking into a live call', () => {
  test('speaking into a call replaces what it hears with a new document', async () => {
    answer = () => ({ status: 200, body: aCall({ status: 'in-progress' }) })
    expect(
      await telephony.say(SID, { attemptId: 7, script: [{ kind: 'say', text: 'Hello' }, { kind: 'hang_up' }] }),
    ).toBe(true)
    expect(asked[0]?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT_SID}/Calls/${SID}.json`)
    expect([...(asked[0]?.form.keys() ?? [])]).toEqual(['Twiml'])
    expect(asked[0]?.form.get('Twiml')).toContain('Hello')
  })

  test('speaking into a call that is over reports that', async () => {
    answer = () => anError(400, 21220)
    expect(await telephony.say(SID, { attemptId: 7, script: [{ kind: 'hang_up' }] })).toBe(false)
  })
})

describe('a phone that should ring no more', () => {
  test('a phone that should ring no more is cancelled, which cuts nobody off who has picked up', async () => {
    answer = () => ({ status: 200, body: aCall({ status: 'canceled' }) })
    expect(await telephony.stopRinging(SID)).toBe(true)
    expect(asked[0]?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT_SID}/Calls/${SID}.json`)
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({ Status: 'canceled' })
  })

  test('a phone is not known to be quiet when the provider cannot be asked', async () => {
    answer = () => 'cut'
    expect(await telephony.stopRinging(SID)).toBe(false)
  })
})
