import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { createLogger } from '#server/platform/health/logger.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

// The product handles every kind of personal data, at its most verbose log level.
const PASSWORD = 'Zanzibar-Kettle-9'
const NEXT_PASSWORD = 'Tasmanian-Lantern-4'
const LAST_PASSWORD = 'Wobbly-Telescope-6'
const REACHED = '+61491570156'
const BUSY = '+61491570102'
const REFUSED = '+61491570105'
const PLACE = { address: '3 Hivegarden Lane', accessNote: 'The key is under the third hive' }
const CONTACT = '+61491570166'

const lines: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer(
    {},
    {
      escalation: { ...ESCALATION_TIMING, afterTextMs: 200 },
      log: createLogger({ level: 'trace', destination }),
    },
  )
})
afterAll(() => live.close())

let token = ''
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${live.server.address}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const textsTo = (recipient: string) =>
  live.server.db.selectFrom('messages').select('text').where('recipient', '=', recipient).orderBy('id').execute()
async function inATextTo(recipient: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  const look = async () => {
    found = (await textsTo(recipient)).map(({ text }) => pattern.exec(text ?? '')?.[1]).find(Boolean)
    return found
  }
  await expect.poll(look, { timeout: 30_000 }).toBeTruthy()
  return found ?? ''
}

async function aDueCall(lovedOne: object): Promise<void> {
  const { id: lovedOneId } = (await ask('POST', '/api/loved-ones', { timezone: 'Australia/Sydney', ...lovedOne })).body
  await ask('POST', '/api/contacts', {
    lovedOneId,
    name: 'Bartholomew Ashgrove',
    phoneNumber: CONTACT,
    email: 'bartholomew@example.org',
    notes: 'plays the oboe',
    isEmergencyContact: true,
  })
  const scheduledTime = new Date(Date.now() + 1_000).toISOString()
  const call = {
    lovedOneId,
    callType: 'medication_reminder',
    scheduledTime,
    confirmNight: true,
    notes: 'the lavender tablets',
  }
  expect((await ask('POST', '/api/calls', call)).status).toBe(201)
}

test('the log holds no credential and no personal data', async () => {
  const secrets: string[] = [PASSWORD, NEXT_PASSWORD, LAST_PASSWORD]

  // Somebody registers, mistypes the password, signs in, and sends nonsense.
  const me = {
    username: 'Philippa.Quillfeather',
    email: 'philippa.q@example.org',
    password: PASSWORD,
    firstName: 'Philippa',
    lastName: 'Quillfeather',
  }
  secrets.push((await ask('POST', '/api/register', me)).body.token)
  expect((await ask('POST', '/api/register', me)).status).toBe(409)
  expect((await ask('POST', '/api/login', { username: me.email, password: 'Mistyped-Secret-1' })).status).toBe(401)
  expect((await ask('POST', '/api/login', { username: 'Mistyped-Secret-2', password: PASSWORD })).status).toBe(401)
  token = (await ask('POST', '/api/login', { username: me.username, password: PASSWORD })).body.token
  secrets.push(token, 'Mistyped-Secret')
  await ask('POST', '/api/login', `{"username": "${me.username}", "password": "${PASSWORD}"`)
  await ask('GET', `/api/calls?token=${token}&email=${me.email}`)
  await ask('GET', '/api/me', undefined, { cookie: `auth-token=${token}`, 'user-agent': 'a\tbrowser' })

  // A forgotten password, and a changed one.
  await ask('POST', '/api/password/request-reset', { email: me.email })
  const reset = await inATextTo(me.email, /token=([\w-]+)/)
  secrets.push(reset)
  expect((await ask('POST', '/api/password/reset', { token: reset, password: NEXT_PASSWORD })).status).toBe(200)
  token = (await ask('POST', '/api/login', { username: me.username, password: NEXT_PASSWORD })).body.token
  secrets.push(token)
  const change = { currentPassword: NEXT_PASSWORD, newPassword: LAST_PASSWORD }
  token = (await ask('POST', '/api/password/change', change)).body.token
  secrets.push(token)
  expect((await ask('PATCH', '/api/profile', { phoneNumber: '0491 570 110' })).status).toBe(200)

  // One is reached and recorded, one is not, one has a number that the provider does not like.
  live.simulator.setBehaviour(REACHED, { kind: 'says', words: 'I made marmalade for Wilhelmina' })
  await aDueCall({
    name: 'Wilhelmina Quillfeather',
    phoneNumber: REACHED,
    notes: 'keeps bees',
    recordCalls: true,
    ...PLACE,
  })
  await aDueCall({
    name: 'Cornelius Quillfeather',
    phoneNumber: BUSY,
    medicalConditions: 'beekeeper-lung',
    preferredName: 'Nelly',
    familyWord: 'Honeycomb',
    reminderText: 'Take the heather honey',
    retryAttempts: 0,
  })
  await aDueCall({ name: 'Euphemia Quillfeather', phoneNumber: REFUSED, retryAttempts: 0 })
  await live.everyCallEnded(40_000)

  // The contact is notified, opens the page, and answers; the loved one writes back.
  const link = await inATextTo(CONTACT, /\/incident\/(\S+)/)
  secrets.push(link)
  expect((await ask('GET', `/api/incidents/${link}`)).status).toBe(200)
  expect((await ask('GET', `/incident/${link}`)).status).toBe(404) // no web app is built here
  expect((await ask('POST', `/api/incidents/${link}/answer`, { answer: 'Marmalade answer' })).status).toBe(400)
  live.simulator.text(REACHED, 'A text about marmalade')
  live.simulator.ring(BUSY, { behaviour: { kind: 'presses', keys: '1' } })
  const heard = () => live.server.db.selectFrom('inboundTexts').select('text').execute()
  await expect.poll(heard, { timeout: 10_000 }).not.toEqual([])

  // Things go wrong inside.
  await live.server.db.schema.alterTable('contacts').renameTo('contacts_away').execute()
  const body = { lovedOneId: 1, name: 'Bartholomew Ashgrove', phoneNumber: CONTACT }
  expect((await ask('POST', '/api/contacts', body)).status).toBe(500)
  await live.server.db.schema.alterTable('contacts_away').renameTo('contacts').execute()

  expect((await ask('POST', '/api/account/export')).status).toBe(200)
  expect((await ask('POST', '/api/account/deletion', { password: LAST_PASSWORD })).status).toBe(200)
  expect((await ask('POST', '/api/logout')).status).toBe(204)

  const all = lines.join('')
  const isSaid = (text: string) => all.toLowerCase().includes(text.toLowerCase())
  expect(secrets.every((secret) => secret.length > 8)).toBe(true)
  expect(secrets.filter(isSaid)).toEqual([])
  const numbers = [REACHED, BUSY, REFUSED, CONTACT, '+61491570110'].map((number) => number.slice(-9))
  expect(numbers.filter((number) => all.replace(/[\s().-]/g, '').includes(number))).toEqual([])
  const PERSONAL = [
    ...['Philippa', 'Quillfeather', 'Wilhelmina', 'Cornelius', 'Euphemia', 'Bartholomew', 'Ashgrove'],
    ...['philippa.q', 'bees', 'beekeeper', 'oboe', 'lavender', 'marmalade'],
    ...['Hivegarden', 'third hive', 'Nelly', 'Honeycomb', 'heather'],
  ]
  expect(PERSONAL.filter(isSaid)).toEqual([])

  // And yet it says who did what, one event a line.
  const events = lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      'Account registered',
      'Sign-in refused',
      'Signed in with a password',
      'Password set with a link from a mail',
      'Password changed',
      'Data of an account exported',
      'Request failed unexpectedly; answering 500',
    ]),
  )
  expect(events.every(({ time }) => /Z$/.test(time))).toBe(true)
}, 120_000)
