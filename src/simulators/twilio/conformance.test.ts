import { expect, test } from 'vitest'
import { sdkClient } from '#test/phone-simulator/sdk-client.ts'
import { ACCOUNT_SID, ALL_EVENTS, AUTH_TOKEN, FROM, startSimulation } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

// Field names and types of the provider's API description (twilio/twilio-oai, 2010-04-01). 'string?' may be null.
const CALL_FIELDS = {
  sid: 'string?',
  date_created: 'string?',
  date_updated: 'string?',
  account_sid: 'string?',
  to: 'string?',
  from: 'string?',
  phone_number_sid: 'string?',
  status: 'string',
  start_time: 'string?',
  end_time: 'string?',
  duration: 'string?',
  direction: 'string?',
  answered_by: 'string?',
}
const MESSAGE_FIELDS = {
  body: 'string?',
  direction: 'string',
  from: 'string?',
  to: 'string?',
  date_updated: 'string?',
  error_message: 'string?',
  account_sid: 'string?',
  status: 'string',
  sid: 'string?',
  date_sent: 'string?',
  date_created: 'string?',
  error_code: 'number?',
}
const RECORDING_FIELDS = {
  account_sid: 'string?',
  call_sid: 'string?',
  date_created: 'string?',
  date_updated: 'string?',
  start_time: 'string?',
  duration: 'string?',
  sid: 'string?',
  status: 'string',
  source: 'string',
}
const NUMBER_FIELDS = {
  account_sid: 'string?',
  capabilities: 'object?',
  date_created: 'string?',
  date_updated: 'string?',
  phone_number: 'string?',
  sid: 'string?',
  sms_application_sid: 'string?',
  sms_fallback_method: 'string?',
  sms_fallback_url: 'string?',
  sms_method: 'string?',
  sms_url: 'string?',
  status_callback: 'string?',
  status_callback_method: 'string?',
  trunk_sid: 'string?',
  voice_application_sid: 'string?',
  voice_fallback_method: 'string?',
  voice_fallback_url: 'string?',
  voice_method: 'string?',
  voice_url: 'string?',
}
const RFC_2822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/
// At least one second for whatever was answered; how many, the machine's load decides.
const WHOLE_SECONDS = expect.stringMatching(/^[1-9]\d*$/)

function expectFields(resource: Record<string, unknown>, fields: Record<string, string>): void {
  expect(Object.keys(resource).sort()).toEqual(Object.keys(fields).sort())
  for (const [name, type] of Object.entries(fields)) {
    const value = resource[name]
    const fits = value === null ? type.endsWith('?') : typeof value === type.replace('?', '')
    expect(fits, `${name} is ${JSON.stringify(value)}, not a ${type}`).toBe(true)
  }
}

async function getJson(url: string, token = AUTH_TOKEN): Promise<{ status: number; body: Record<string, unknown> }> {
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${token}`).toString('base64')}`
  const response = await fetch(url, { headers: { authorization } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a call rings, requests its document, posts the key to the action and reports every event, all of it signed', async () => {
  const { simulator, customer, client } = await startSimulation()
  const call = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/voice/start?attempt=7`,
    statusCallback: `${customer.url}/status?attempt=7`,
    statusCallbackEvent: ALL_EVENTS,
  })
  expect(call).toMatchObject({ status: 'queued', to: '+61412345610', from: FROM, duration: null, startTime: null })

  await until('the call is reported completed', () => customer.at('/status').length === 4)
  const told = customer.at('/status').map(({ params }) => params)
  expect(told.map((params) => params.CallStatus)).toEqual(['initiated', 'ringing', 'in-progress', 'completed'])
  expect(told.map((params) => params.SequenceNumber)).toEqual(['0', '1', '2', '3'])
  expect(told.at(-1)).toMatchObject({ CallSid: call.sid, CallDuration: WHOLE_SECONDS, attempt: '7' })
  expect(customer.at('/voice/start')[0]?.params).toMatchObject({ CallSid: call.sid, CallStatus: 'in-progress' })
  expect(customer.at('/voice/key')[0]?.params).toMatchObject({ CallSid: call.sid, Digits: '1' })
  expect(customer.received.map((request) => request.signed)).not.toContain(false)

  const fetched = await client.calls(call.sid).fetch()
  expect(fetched).toMatchObject({ status: 'completed', duration: WHOLE_SECONDS, direction: 'outbound-api' })
  const kinds = simulator.call(call.sid)?.turns.map((turn) => turn.kind)
  expect(kinds?.filter((kind) => kind !== 'spoke')).toEqual(['said', 'pressed', 'said'])
})

test('only the completed callback is sent when no event is asked for', async () => {
  const { customer, client, simulator } = await startSimulation()
  const { sid } = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    twiml: '<Response><Say>Hello</Say></Response>',
    statusCallback: `${customer.url}/status`,
  })
  await until('the call is reported', () => customer.at('/status').length > 0)
  expect(customer.received).toHaveLength(1)
  expect(customer.received[0]).toMatchObject({ method: 'POST', signed: true, params: { CallStatus: 'completed' } })
  expect(simulator.call(sid)?.turns.map((turn) => turn.text)).toEqual(['Hello'])
})

test('the resources have fields of the provider’s description, of its types', async () => {
  const { simulator, customer, client } = await startSimulation()
  const { sid } = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/voice/start`,
    record: true,
  })
  await client.messages.create({ to: '+61412345610', from: FROM, body: 'All is well.' })
  await until('the call is over', () => simulator.call(sid)?.status === 'completed')
  const base = `${simulator.url}/2010-04-01/Accounts/${ACCOUNT_SID}`

  const call = (await getJson(`${base}/Calls/${sid}.json`)).body
  expectFields(call, CALL_FIELDS)
  for (const name of ['date_created', 'date_updated', 'start_time', 'end_time']) expect(call[name]).toMatch(RFC_2822)
  expect(call.duration).toEqual(WHOLE_SECONDS)

  const first = async (name: string, path: string) => {
    const { [name]: resources } = (await getJson(`${base}/${path}`)).body
    return (resources as Record<string, unknown>[])[0] ?? {}
  }
  expectFields(await first('messages', 'Messages.json'), MESSAGE_FIELDS)
  expectFields(await first('incoming_phone_numbers', 'IncomingPhoneNumbers.json'), NUMBER_FIELDS)
  expectFields(await first('recordings', 'Recordings.json'), RECORDING_FIELDS)
})

test('calls to a number are found, newest first, and no more than are asked for', async () => {
  const { client, simulator } = await startSimulation()
  const sids: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const call = await client.calls.create({ to: '+61412345610', from: FROM, twiml: '<Response/>' })
    sids.unshift(call.sid)
  }
  await client.calls.create({ to: '+61412345611', from: FROM, twiml: '<Response/>' })
  await until('all are over', () => simulator.calls().every((call) => call.status === 'completed'))
  const sidsOf = async (filter: Parameters<typeof client.calls.list>[0]) =>
    (await client.calls.list(filter)).map((call) => call.sid)

  expect(await sidsOf({ to: '+61412345610' })).toEqual(sids)
  expect(await sidsOf({ to: '+61412345610', limit: 3 })).toEqual(sids.slice(0, 3))
  expect(await sidsOf({ to: '+61412345610', from: FROM })).toEqual(sids)
  expect(await sidsOf({ to: '+61412345610', from: '+61255509999' })).toEqual([])
  expect(await sidsOf({})).toHaveLength(6)
})

test('wrong credentials are refused with 20003', async () => {
  const { simulator } = await startSimulation()
  const stranger = sdkClient(simulator.url, ACCOUNT_SID, 'a wrong token')
  await expect(stranger.calls.list()).rejects.toMatchObject({ status: 401, code: 20003 })
  const { status, body } = await getJson(`${simulator.url}/2010-04-01/Accounts/${ACCOUNT_SID}/Calls.json`, 'wrong')
  expect(status).toBe(401)
  expect(body).toEqual({
    code: 20003,
    message: 'Authenticate',
    more_info: 'https://www.twilio.com/docs/errors/20003',
    status: 401,
  })
})

test.each([
  ['no document', { to: '+61412345610', from: FROM }, 21205],
  ['a document URL that is not a URL', { to: '+61412345610', from: FROM, url: '/voice' }, 21205],
  ['no number to call', { to: '', from: FROM, twiml: '<Response/>' }, 21201],
  ['a number to call that is not a number', { to: '0412', from: FROM, twiml: '<Response/>' }, 21211],
  ['no caller', { to: '+61412345610', from: '', twiml: '<Response/>' }, 21213],
  ['a caller that is not a number', { to: '+61412345610', from: 'Cooee', twiml: '<Response/>' }, 21212],
  [
    'a status callback that is no URL',
    { to: '+61412345610', from: FROM, twiml: '<Response/>', statusCallback: 'x' },
    21609,
  ],
  [
    'a status callback by GET',
    { to: '+61412345610', from: FROM, twiml: '<Response/>', statusCallbackMethod: 'GET' },
    20001,
  ],
  ['an inline document past 4,000 characters', { to: '+61412345610', from: FROM, twiml: 'x'.repeat(4001) }, 20001],
])('%s is refused, and nothing rings', async (_what, params, code) => {
  const { client, simulator } = await startSimulation()
  await expect(client.calls.create(params)).rejects.toMatchObject({ status: 400, code })
  expect(simulator.calls()).toEqual([])
})

test('an unknown call, recording or number is 20404', async () => {
  const { client } = await startSimulation()
  const missing = { status: 404, code: 20404 }
  await expect(client.calls(`CA${'1'.repeat(32)}`).fetch()).rejects.toMatchObject(missing)
  await expect(client.recordings(`RE${'1'.repeat(32)}`).remove()).rejects.toMatchObject(missing)
  const number = client.incomingPhoneNumbers(`PN${'1'.repeat(32)}`)
  await expect(number.update({ smsUrl: 'https://cooee.example/sms' })).rejects.toMatchObject(missing)
})

test('a ringing call can be cancelled, and its document is never asked for', async () => {
  const { client, customer, simulator } = await startSimulation({}, { ringSeconds: 60 })
  const { sid } = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/voice/start`,
    statusCallback: `${customer.url}/status`,
  })
  await until('it rings', () => simulator.call(sid)?.status === 'ringing')
  expect((await client.calls(sid).update({ status: 'canceled' })).status).toBe('canceled')
  await until('the end is reported', () => customer.received.length > 0)
  expect(customer.received.map(({ params }) => params.CallStatus)).toEqual(['canceled'])
})

test('a live call can be ended or given another document; a finished one cannot', async () => {
  const { client, simulator } = await startSimulation()
  const twiml = '<Response><Pause length="600"/></Response>'
  const [first, second] = await Promise.all([
    client.calls.create({ to: '+61412345610', from: FROM, twiml }),
    client.calls.create({ to: '+61412345611', from: FROM, twiml }),
  ])
  await until('both talk', () => simulator.calls().every((call) => call.status === 'in-progress'))
  expect(await client.calls(first.sid).update({ status: 'canceled' })).toMatchObject({ status: 'in-progress' })
  expect(await client.calls(first.sid).update({ status: 'completed' })).toMatchObject({
    status: 'completed',
    duration: WHOLE_SECONDS,
  })
  await client.calls(second.sid).update({ twiml: '<Response><Say>Something else</Say></Response>' })
  await until('the second is over', () => simulator.call(second.sid)?.status === 'completed')
  const said = simulator.call(second.sid)?.turns.filter(({ kind }) => kind === 'said')
  expect(said?.map(({ text }) => text)).toEqual(['Something else'])
  await expect(client.calls(first.sid).update({ twiml })).rejects.toMatchObject({ status: 400, code: 21220 })
})

test('a text is queued, sent and delivered, and listed by its receiver', async () => {
  const { client, customer } = await startSimulation()
  const message = await client.messages.create({
    to: '+61412345610',
    from: FROM,
    body: 'Please ring Margaret.',
    statusCallback: `${customer.url}/sms`,
  })
  expect(message).toMatchObject({ status: 'queued' })
  await until('it is delivered', () => customer.at('/sms').length === 2)
  expect(customer.at('/sms').map(({ params }) => params.MessageStatus)).toEqual(['sent', 'delivered'])
  expect(customer.at('/sms').every((request) => request.signed)).toBe(true)
  const [listed, ...others] = await client.messages.list({ to: '+61412345610' })
  expect(listed).toMatchObject({ sid: message.sid, status: 'delivered', body: 'Please ring Margaret.' })
  expect(others).toEqual([])
  await expect(client.messages.create({ to: '+61412345605', from: FROM, body: 'x' })).rejects.toMatchObject({
    code: 21211,
  })
})

test('a recording exists only where one was asked for, can be heard, and can be deleted', async () => {
  const { client, customer, simulator } = await startSimulation()
  const create = (to: string, record: boolean) =>
    client.calls.create({
      to,
      from: FROM,
      url: `${customer.url}/voice/start`,
      record,
      recordingStatusCallback: `${customer.url}/recording`,
    })
  const recorded = await create('+61412345610', true)
  const unrecorded = await create('+61412345611', false)
  await until('the recording is reported', () => customer.at('/recording').length === 1)
  await until('both are over', () => simulator.calls().every((call) => call.status === 'completed'))

  const told = customer.at('/recording')[0]
  expect(told).toMatchObject({ signed: true, params: { CallSid: recorded.sid, RecordingStatus: 'completed' } })
  expect(await client.recordings.list({ callSid: unrecorded.sid })).toEqual([])
  const [recording] = await client.recordings.list({ callSid: recorded.sid })
  expect(recording).toMatchObject({ callSid: recorded.sid, status: 'completed', duration: WHOLE_SECONDS })

  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`
  const media = await fetch(`${told?.params.RecordingUrl}.wav`, { headers: { authorization } })
  expect(media.headers.get('content-type')).toBe('audio/x-wav')
  expect(
    Buffer.from(await media.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF')

  expect(await client.recordings(recording?.sid ?? '').remove()).toBe(true)
  expect(await client.recordings.list()).toEqual([])
})

test('a call that is under way is recorded from then on, until it ends', async () => {
  const { simulator, customer, client } = await startSimulation({
    '/voice/start': { body: '<Response><Pause length="200"/></Response>' },
  })
  const { sid } = await client.calls.create({ to: '+61412345608', from: FROM, url: `${customer.url}/voice/start` })
  await expect(client.calls(sid).recordings.create()).rejects.toMatchObject({ status: 400, code: 21220 })
  await until('they talk', () => simulator.call(sid)?.status === 'in-progress')

  const recording = await client.calls(sid).recordings.create({
    recordingStatusCallback: `${customer.url}/recorded`,
  })
  expect(recording).toMatchObject({
    callSid: sid,
    status: 'in-progress',
    source: 'StartCallRecordingAPI',
    duration: null,
  })
  await client.calls(sid).update({ status: 'completed' })
  await until('its end is reported', () => customer.at('/recorded').length > 0)
  expect(customer.at('/recorded').map(({ params }) => params)).toMatchObject([
    {
      CallSid: sid,
      RecordingSid: recording.sid,
      RecordingStatus: 'completed',
      RecordingSource: 'StartCallRecordingAPI',
      RecordingDuration: WHOLE_SECONDS,
    },
  ])
  expect(customer.received.every(({ signed }) => signed)).toBe(true)
})
