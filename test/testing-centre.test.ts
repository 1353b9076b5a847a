import { afterAll, beforeAll, expect, test } from 'vitest'
import { presses, untilOffered } from '#simulators/twilio/phone/phone-script.ts'
import { aRegistration } from './factories.ts'
import { COOEES_NUMBER, type LiveServer, startLiveServer } from './live-server.ts'

let live: LiveServer
let token: string
beforeAll(async () => {
  live = await startLiveServer()
  const registered = await ask('POST', '/api/register', aRegistration())
  token = registered.body.token
  await live.server.db.updateTable('people').set({ role: 'admin' }).execute()
})
afterAll(() => live.close())

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${live.server.address}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const testCall = (phoneNumber: string, fields = {}) =>
  ask('POST', '/api/admin/test-call', { phoneNumber, callType: 'daily_check_in', ...fields })
async function latest(callSid: string) {
  const { body } = await ask('GET', '/api/admin/test-calls')
  return body.find((call: { callSid: string }) => call.callSid === callSid)
}

test('a test call rings, announces itself, is answered with a key, can be heard afterwards, and alerts nobody', async () => {
  // Somebody who says nothing first: a test call takes the first words for the answer.
  live.simulator.setBehaviour('+61491570156', { kind: 'script', script: { acts: [untilOffered('1'), presses('1')] } })
  const { status, body } = await testCall('0491 570 156', { promptText: 'Please press a key.' })
  expect(status).toBe(200)
  await expect.poll(() => latest(body.callSid), { timeout: 10_000 }).toMatchObject({ status: 'completed', keys: '1' })
  const said = JSON.stringify(live.simulator.callsTo('+61491570156').flatMap(({ turns }) => turns))
  expect(said).toContain('This is a test call from Cooee. It is recorded.')
  expect(said).toContain('Please press a key.')
  expect(said).toContain('You pressed 1.')
  const lookUp = () => ask('GET', `/api/admin/call-recording/${body.callSid}`)
  await expect.poll(async () => (await lookUp()).status, { timeout: 10_000 }).toBe(200)
  const { recordingUrl } = (await lookUp()).body
  const headers = { authorization: `Bearer ${token}` }
  const sound = await fetch(`${live.server.address}${recordingUrl}`, { headers })
  expect((await sound.text()).slice(0, 4)).toBe('RIFF')
  expect(await live.server.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  expect(await live.server.db.selectFrom('incidents').selectAll().execute()).toEqual([])
})

test('a phone that is busy is shown so; a number that the provider refuses is a 400 with its words', async () => {
  const busy = await testCall('0491 570 102')
  await expect.poll(() => latest(busy.body.callSid), { timeout: 10_000 }).toMatchObject({ status: 'busy', keys: '' })
  const refused = await testCall('0491 570 105')
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('21211')])
})

test('a provider that answers 503 and has no call is shown as busy: nothing rang, and the test is not dialled again', async () => {
  const answer = await testCall('0491 570 109')
  expect([answer.status, answer.body.message]).toEqual([
    502,
    'The phone provider is busy. Nothing rang. Try again in a minute.',
  ])
  expect(live.simulator.callsTo('+61491570109')).toEqual([])
})

test('a test text arrives at the phone', async () => {
  const { status, body } = await ask('POST', '/api/admin/test-sms', {
    phoneNumber: '+61 2 5550 0156',
    message: 'A test from Cooee',
  })
  expect([status, body.error]).toEqual([200, null])
  expect(live.simulator.messages()).toContainEqual(
    expect.objectContaining({ sid: body.messageSid, to: '+61255500156', body: 'A test from Cooee' }),
  )
})

test('setting the addresses really sets those of the number, and says which', async () => {
  const baseUrl = 'https://cooee.example'
  const { status, body } = await ask('POST', '/api/admin/twilio/update-webhooks', { baseUrl })
  expect(status).toBe(200)
  expect(body.webhooks).toEqual({
    voice: `${baseUrl}/api/twilio/inbound/voice`,
    status: `${baseUrl}/api/twilio/inbound/status`,
    sms: `${baseUrl}/api/twilio/inbound/text`,
    voiceFallback: `${baseUrl}/api/twilio/fallback?call=inbound/voice`,
    smsFallback: `${baseUrl}/api/twilio/inbound/text`,
  })
  expect(body.previous.voice).toBe(`${live.server.address}/api/twilio/inbound/voice`)
  expect(live.simulator.numbers()).toMatchObject([
    { phoneNumber: COOEES_NUMBER, voice: { url: body.webhooks.voice }, sms: { url: body.webhooks.sms } },
  ])
})

test('the System tab shows the version, the queues and that a worker polls for due calls', async () => {
  const system = async () => (await ask('GET', '/api/admin/system')).body
  await expect.poll(async () => (await system()).lastHeartbeatSeconds, { timeout: 10_000 }).toBeLessThan(30)
  const { version, queues, sandbox } = await system()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(sandbox).toEqual({ phones: true, cards: false })
  expect(queues.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['place-call', 'deliver-mail', 'deliver-text']),
  )
})
