import { sql } from 'kysely'
import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testProviderEvents } from '#server/features/admin/public.ts'
import { careProviderEvents } from '#server/features/care/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/public.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { twilioCallbackRoutes } from './callback-routes.ts'

const AUTH_TOKEN = 'a secret of the tests'
const PUBLIC_URL = 'https://cooee.example'
const UNKNOWN = 987_654_321
const DATABASE_CONNECTIONS = 8

const texts = { progressed: async () => {} }

let care: CareFixture
let cooee: TestApp
let account: { id: number }
let callId: number
let attemptId: number
let sid: string
let recorded: unknown[]
/** Reports of calls are stored once this has resolved. */
let storing = Promise.resolve()
let storingBegun = 0
/** Who picks up is answered once this has resolved. */
let speaking = Promise.resolve()
let speakingBegun = 0
/** How often a signed request could not be answered in time. */
let slow = 0

beforeAll(async () => {
  care = await careFixture()
  cooee = await buildTestApp({
    publicUrl: PUBLIC_URL,
    adapterRoutes: async (app) => {
      const recordings = { recorded: async (...told: unknown[]) => void recorded.push(told) }
      const facts = careProviderEvents(care.deps)
      const options = {
        authToken: AUTH_TOKEN,
        publicUrl: PUBLIC_URL,
        facts: {
          ...facts,
          answered: async (...pickUp: Parameters<typeof facts.answered>) => {
            speakingBegun += 1
            await speaking
            return facts.answered(...pickUp)
          },
          progressed: async (...report: Parameters<typeof facts.progressed>) => {
            storingBegun += 1
            await storing
            await facts.progressed(...report)
          },
        },
        alerts: care.alerts,
        tests: testProviderEvents(care.deps),
        voices: testProviderEvents(care.deps),
        texts,
        recordings,
        databaseConnections: DATABASE_CONNECTIONS,
        onSlowCallback() {
          slow += 1
        },
        clock: care.clock,
      }
      await app.register(twilioCallbackRoutes, { ...options, inbound: inboundProviderEvents(care.deps) })
    },
  })
})
afterAll(async () => {
  await cooee.close()
  await care.close()
})
beforeEach(async () => {
  recorded = []
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const [dialled] = care.telephony.dialled
  attemptId = dialled?.attemptId ?? 0
  sid = dialled?.providerCallId ?? ''
})

type Form = Record<string, string>
function post(path: string, form: Form, { signature }: { signature?: string | null } = {}) {
  const expected = twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + path, form)
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
/** The fields the provider sends with everything. */
const about = (fields: Form = {}): Form => ({
  CallSid: sid,
  AccountSid: `AC${'0'.repeat(32)}`,
  From: '+61255501234',
  To: '+61491570156',
  CallStatus: 'in-progress',
  ApiVersion: '2010-04-01',
  Direction: 'outbound-api',
  ...fields,
})
const ended = (fields: Form = {}) =>
  about({ CallStatus: 'completed', CallDuration: '12', SequenceNumber: '3', ...fields })
const PATHS = [
  'voice/%',
  'voice/%/answer?step=first',
  'status/%',
  'machine-detection/%',
  'alert-voice/%',
  'alert-voice/%/answer?step=first',
  'alert-status/%',
  'test-voice/%',
  'test-voice/%/answer?step=first',
  'test-status/%',
] as const
const path = (pattern: string, id: number | string = attemptId) => `/api/twilio/${pattern.replace('%', String(id))}`

describe.each(PATHS)('%s', (pattern) => {
  test('a callback is refused without a signature, with a wrong one, and with another form’s', async () => {
    const before = await care.call(account, callId)
    const another = twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + path(pattern), about({ Digits: '2' }))
    const otherToken = twilio.getExpectedTwilioSignature('guessed', PUBLIC_URL + path(pattern), ended())
    for (const signature of [null, '', 'x', 'é', another, otherToken]) {
      const answer = await post(path(pattern), ended(), { signature })
      expect(answer.statusCode).toBe(403)
    }
    expect(await care.call(account, callId)).toEqual(before)
  })

  test('a callback is refused before anything is said about its form', async () => {
    expect((await post(path(pattern, 'abc'), {}, { signature: 'x' })).statusCode).toBe(403)
    const get = await cooee.request('GET', path(pattern))
    expect(get.statusCode).toBe(404)
  })

  test('about an attempt that is unknown ends the call, or is taken note of', async () => {
    const answer = await post(path(pattern, UNKNOWN), ended({ Digits: '1', AnsweredBy: 'machine_end_beep' }))
    if (!pattern.includes('voice')) return expect(answer.statusCode).toBe(204)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/xml')
    // A person who picks up hears that it is over: it may be about somebody who was removed.
    expect(answer.body).toMatch(/<Hangup\/><\/Response>$/)
  })

  test.each(['abc', '0', '-1', '1.5', '99999999999999999999', 'NaN', '%00'])(
    'a callback with the id %s is refused',
    async (id) => {
      const { statusCode } = await post(path(pattern, id), about())
      expect([400, 404]).toContain(statusCode)
    },
  )

  test.each<[string, Form]>([
    ['no call', { CallSid: '' }],
    ['a call id beyond measure', { CallSid: 'C'.repeat(65) }],
    ['a duration in words', { CallDuration: 'long' }],
    ['a negative duration', { CallDuration: '-1' }],
  ])('refuses %s', async (_what, fields) => {
    expect((await post(path(pattern), ended(fields))).statusCode).toBe(400)
  })

  test('a callback with an odd but signed form never fails', async () => {
    for (const form of [
      {},
      about({ CallStatus: 'levitating', AnsweredBy: 'parrot' }),
      about({ Digits: '\u0000', SpeechResult: '\u0000' }),
      about({ CallSid: '\u0000' }),
      about({ CallDuration: '9007199254740991', CallStatus: 'completed' }),
      about({ constructor: 'x', __proto__x: 'y', 'a[b]': 'c', '': '' }),
    ]) {
      const { statusCode } = await post(path(pattern), form)
      expect([JSON.stringify(form), statusCode < 500]).toEqual([JSON.stringify(form), true])
    }
  })

  test.each([
    ['JSON', 'application/json', '{"CallSid":{"a":null},"Digits":[1,[2]]}'],
    ['a JSON list', 'application/json', '[null]'],
    ['broken JSON', 'application/json', '{'],
    ['plain text', 'text/plain', 'CallSid=CA1'],
    ['nothing', 'application/x-www-form-urlencoded', ''],
  ])('a callback with %s counts as not signed', async (_what, contentType, payload) => {
    for (const signature of ['x', twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + path(pattern), {})]) {
      const { statusCode } = await cooee.app.inject({
        method: 'POST',
        url: path(pattern),
        payload,
        headers: { 'content-type': contentType, 'x-twilio-signature': signature },
      })
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
    }
  })
})

describe('with the right signature', () => {
  test('the phone that was answered is listened to, and then asked the question of its call', async () => {
    const opening = await post(path('voice/%'), about())
    expect(opening.statusCode).toBe(200)
    expect(opening.body).not.toContain('<Say')
    expect(opening.body).toContain(`${PUBLIC_URL}/api/twilio/voice/${attemptId}/answer?step=listen%201`)
    const question = await post(path('voice/%/answer?step=listen%201'), about({ SpeechResult: 'Hello?' }))
    expect(question.body).toContain("Good morning Margaret, it's Cooee, the phone service Robyn set up")
    expect(question.body).toContain(`${PUBLIC_URL}/api/twilio/voice/${attemptId}/answer?step=question%202`)
  })

  test('a callback of another call of the provider’s changes nothing and hangs that call up', async () => {
    await post(path('voice/%'), about())
    const foreign = about({ Digits: '1', CallSid: `CA${'9'.repeat(32)}` })
    expect((await post(path('voice/%/answer?step=listen%201'), foreign)).body).toMatch(
      /<Response><Hangup\/><\/Response>$/,
    )
    expect((await care.call(account, callId)).attempts).toMatchObject([{ keys: '', providerId: sid }])
  })

  test('everything twice is the same as once', async () => {
    for (const times of [1, 2]) {
      const opening = await post(path('voice/%'), about())
      await post(path('voice/%/answer?step=listen%201'), about())
      const reply = await post(path('voice/%/answer?step=question%202'), about({ Digits: '1' }))
      expect([times, opening.statusCode, reply.statusCode]).toEqual([times, 200, 200])
      expect(reply.body).toContain('You pressed 1. Thank you. Goodbye.')
      expect((await post(path('machine-detection/%'), about({ AnsweredBy: 'human' }))).statusCode).toBe(204)
      expect((await post(path('status/%'), ended())).statusCode).toBe(204)
    }
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'completed', duration: 12 })
    expect(call.attempts).toMatchObject([{ providerId: sid, keys: '1', outcome: 'acknowledged', answeredBy: 'human' }])
    expect(call.transcript?.match(/Pressed 1/g)).toHaveLength(1)
  })

  test('a call whose callback is repeated continues where it is', async () => {
    await post(path('voice/%'), about())
    const question = await post(path('voice/%/answer?step=listen%201'), about())
    expect((await post(path('voice/%?waited=1'), about())).body).toBe(question.body)
  })

  test('a machine is left its message through the live call', async () => {
    await post(path('machine-detection/%'), about({ AnsweredBy: 'machine_end_beep' }))
    expect(care.telephony.said).toMatchObject([{ providerCallId: sid }])
  })

  test('words are understood as well as keys', async () => {
    await post(path('voice/%/answer?step=first'), about({ SpeechResult: 'I’m fine, thanks', Confidence: '0.9' }))
    await post(path('status/%'), ended())
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
  })

  test('a keypad that is leant on is no error: the first keys count', async () => {
    const answer = await post(path('voice/%/answer?step=first'), about({ Digits: '1'.repeat(5000) }))
    expect(answer.statusCode).toBe(200)
    expect((await care.call(account, callId)).attempts).toMatchObject([{ keys: '1'.repeat(32) }])
  })

  test('a long story is cut and still answered', async () => {
    const SpeechResult = 'Yes. '.repeat(2000)
    const answer = await post(path('voice/%/answer?step=first'), about({ SpeechResult }))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/<Hangup\/>/)
    await post(path('status/%'), ended())
    const call = await care.call(account, callId)
    expect(call).toMatchObject({ status: 'completed' })
    expect(call.transcript?.length).toBeLessThan(2800)
  })
})

test('a provider callback is refused unless it is signed, also where nobody listens', async () => {
  const path = '/api/twilio/nobody-listens-here'
  expect((await post(path, { CallSid: sid }, { signature: null })).statusCode).toBe(403)
  expect((await post(path, { CallSid: sid }, { signature: 'made up' })).statusCode).toBe(403)
  expect((await post(path, { CallSid: sid })).statusCode).toBe(404)
  const card = await cooee.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: { type: 'invoice.paid' } })
  expect(card.statusCode).toBe(403)
})

describe('what the templates refer to', () => {
  const TRANSCRIPTION = '/api/twilio/transcription'
  const GOODBYE = '/api/twilio/template/goodbye'

  test.each([TRANSCRIPTION, GOODBYE])('%s is refused unless it is signed', async (url) => {
    for (const signature of [null, 'made up']) {
      expect((await post(url, { TranscriptionSid: 'TR1' }, { signature })).statusCode).toBe(403)
    }
  })

  test('a transcription is taken note of, whatever is in it', async () => {
    const form = { TranscriptionSid: 'TR1', TranscriptionStatus: 'completed', TranscriptionText: 'Hello', CallSid: sid }
    expect((await post(TRANSCRIPTION, form)).statusCode).toBe(204)
    expect((await post(TRANSCRIPTION, { TranscriptionText: 'Hello' })).statusCode).toBe(400)
  })

  test('a call that has left its message or answered is thanked and hung up', async () => {
    const answer = await post(GOODBYE, about({ Digits: '1' }))
    expect(answer.headers['content-type']).toContain('text/xml')
    expect(answer.body).toMatch(/Thank you. Goodbye..*<Hangup\/><\/Response>$/)
  })
})

describe('recording/%', () => {
  const ready = (fields: Form = {}) =>
    about({
      RecordingSid: 'RE1',
      RecordingStatus: 'completed',
      RecordingDuration: '12',
      RecordingUrl: 'https://api.twilio.com/somewhere',
      ...fields,
    })

  test('passes on that a recording is ready, and nothing before that; its address goes no further', async () => {
    for (const RecordingStatus of ['in-progress', 'absent', 'completed']) {
      expect((await post(path('recording/%'), ready({ RecordingStatus }))).statusCode).toBe(204)
    }
    expect(recorded).toEqual([[attemptId, { providerRecordingId: 'RE1', durationSeconds: 12 }]])
  })

  test('a recording callback is refused without a signature and with a wrong one', async () => {
    for (const signature of [null, 'wrong']) {
      expect((await post(path('recording/%'), ready(), { signature })).statusCode).toBe(403)
    }
    expect(recorded).toEqual([])
  })

  test.each<Form>([{ RecordingSid: '' }, { RecordingSid: 'R'.repeat(65) }, { RecordingDuration: '-1' }])(
    'refuses %j',
    async (fields) => {
      expect((await post(path('recording/%'), ready(fields))).statusCode).toBe(400)
      expect(recorded).toEqual([])
    },
  )
})

test('who holds a phone is answered while reports wait to be stored, and none of these is lost', async () => {
  const stored = Promise.withResolvers<void>()
  storing = stored.promise
  storingBegun = 0
  const others = Array.from({ length: 5 }, (_, index) =>
    post(path('status/%', UNKNOWN + index), about({ CallSid: `CA-other-${index}` })),
  )
  const reports = [...others, post(path('status/%'), ended())]
  const voice = await post(path('voice/%'), about())
  expect(voice.statusCode).toBe(200)
  expect(voice.body).toContain('<Gather')
  expect(storingBegun).toBe(DATABASE_CONNECTIONS / 4)
  stored.resolve()
  for (const report of await Promise.all(reports)) expect(report.statusCode).toBe(204)
  expect(storingBegun).toBe(6)
  const attempt = care.db.selectFrom('attempts').select('state').where('id', '=', attemptId)
  expect(await attempt.executeTakeFirst()).toEqual({ state: 'ended' })
})

test('a callback is slow after a second for a person on the phone, and after five for a report', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  slow = 0
  await post(path('voice/%'), about())
  await post(path('status/%'), about())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slow).toBe(0)
  const [stored, spoken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  storing = stored.promise
  speaking = spoken.promise
  storingBegun = 0
  speakingBegun = 0
  const report = post(path('status/%'), about({ CallStatus: 'ringing' }))
  const voice = post(path('voice/%'), about())
  while (storingBegun + speakingBegun < 2) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(999)
  expect(slow).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow).toBe(1)
  spoken.resolve()
  expect((await voice).statusCode).toBe(200)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(slow).toBe(2)
  stored.resolve()
  expect((await report).statusCode).toBe(204)
})

/** A further call that rings. */
async function anotherRing(): Promise<{ attemptId: number; sid: string }> {
  await care.aCall(account, { lovedOneId: await care.somebodyElse(account) })
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  return { attemptId: attemptId ?? 0, sid: providerCallId ?? '' }
}
const noAnswerOf = (ring: { attemptId: number; sid: string }) =>
  post(path('status/%', ring.attemptId), ended({ CallSid: ring.sid, CallStatus: 'no-answer', CallDuration: '0' }))

const machineTook = (ring: { attemptId: number; sid: string }) =>
  post(path('machine-detection/%', ring.attemptId), about({ CallSid: ring.sid, AnsweredBy: 'machine_start' }))

test('while the provider is slow to leave messages on machines, that another phone was not answered is stored', async () => {
  const machines = [{ attemptId, sid }, await anotherRing(), await anotherRing()]
  const other = await anotherRing()
  const slowProvider = Promise.withResolvers<void>()
  care.telephony.answersOnce = slowProvider.promise
  for (const machine of machines) await post(path('voice/%', machine.attemptId), about({ CallSid: machine.sid }))
  const verdicts = machines.map(machineTook)
  const tookMachine = () => care.db.selectFrom('attempts').select('id').where('answeredBy', '=', 'machine').execute()
  await expect.poll(async () => (await tookMachine()).length).toBeGreaterThanOrEqual(DATABASE_CONNECTIONS / 4)
  expect((await noAnswerOf(other)).statusCode).toBe(204)
  slowProvider.resolve()
  for (const verdict of await Promise.all(verdicts)) expect(verdict.statusCode).toBe(204)
  expect(care.telephony.said).toHaveLength(machines.length)
})

/** How many statements wait for a lock. */
async function statementsThatWait(): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(care.db)
  return rows.length
}

test('while a call is locked, its reports keep those of no other call from being stored', async () => {
  const other = await anotherRing()
  const reports = await care.db.transaction().execute(async (trx) => {
    await trx.selectFrom('attempts').select('id').where('id', '=', attemptId).forUpdate().execute()
    const locked = Array.from({ length: DATABASE_CONNECTIONS / 4 }, () => machineTook({ attemptId, sid }))
    await expect.poll(statementsThatWait).toBeGreaterThanOrEqual(1)
    expect((await noAnswerOf(other)).statusCode).toBe(204)
    return locked
  })
  for (const report of await Promise.all(reports)) expect(report.statusCode).toBe(204)
})

test('the reports of one call that wait for one another count as one slow callback', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await post(path('voice/%'), about())
  slow = 0
  storingBegun = 0
  const stored = Promise.withResolvers<void>()
  storing = stored.promise
  const first = post(path('status/%'), about({ CallStatus: 'ringing' })).then((response) => response)
  const second = post(path('status/%'), about({ CallStatus: 'ringing' })).then((response) => response)
  while (storingBegun < 1) await new Promise((resolve) => setImmediate(resolve))
  for (let tick = 0; tick < 50; tick++) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(6_000)
  expect([storingBegun, slow]).toEqual([1, 1])
  stored.resolve()
  for (const report of [await first, await second]) expect(report.statusCode).toBe(204)
})

test('a provider that is slow to leave a message is no sign of too many calls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await post(path('voice/%'), about())
  slow = 0
  const slowProvider = Promise.withResolvers<void>()
  let isAsked = false
  const say = vi.spyOn(care.telephony, 'say').mockImplementation(async () => {
    isAsked = true
    await slowProvider.promise
    return true
  })
  onTestFinished(() => say.mockRestore())
  const verdict = post(path('machine-detection/%'), about({ AnsweredBy: 'machine_start' }))
  while (!isAsked) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(9_000)
  slowProvider.resolve()
  expect((await verdict).statusCode).toBe(204)
  expect(slow).toBe(0)
})

test('a database that is away is no sign of too many calls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    speaking = Promise.resolve()
  })
  slow = 0
  speakingBegun = 0
  const away = Promise.withResolvers<void>()
  away.promise.catch(() => {})
  away.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  speaking = away.promise
  const voice = post(path('voice/%'), about())
  // Tried again, so the first try has failed.
  while (speakingBegun < 2) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(slow).toBe(0)
  speaking = Promise.resolve()
  expect((await voice).statusCode).toBe(200)
})
