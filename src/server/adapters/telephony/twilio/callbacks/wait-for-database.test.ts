import pino from 'pino'
import twilio from 'twilio'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { careProviderEvents } from '#server/features/care/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/public.ts'
import { buildApp, type HttpApp } from '#server/platform/http/http-app.ts'
import {
  account,
  answerOf,
  callId,
  care,
  incident,
  ringSusan,
  setUpAlertCalls,
  sidOf,
} from '#test/alert-calls-fixture.ts'
import { twilioCallbackRoutes } from './callback-routes.ts'
import { DOCUMENT_OVERRIDES } from './callback-urls.ts'
import { WAIT_TIMING, type WaitTiming } from './wait-for-database.ts'

const AUTH_TOKEN = 'a secret of the tests'
const PUBLIC_URL = 'https://cooee.example'
const ONE_MOMENT =
  /^<\?xml.*<Say voice="Polly\.Olivia-Neural" language="en-AU">.*One moment please\..*<Pause length="5"\/><Redirect method="POST">/
/**
 * Nothing is tried again behind the scenes: what is counted was carried by the address. A slow machine takes its time
 * where the database is there.
 */
const BRISK: WaitTiming = {
  get answerWithinMs() {
    return database === 'there' ? 10_000 : 50
  },
  tryEveryMs: 10,
  keepTryingMs: 0,
}
/** The same, and an answer goes on being tried. */
const trying = (keepTryingMs: number, tryEveryMs = BRISK.tryEveryMs): WaitTiming => ({
  get answerWithinMs() {
    return BRISK.answerWithinMs
  },
  tryEveryMs,
  keepTryingMs,
})

setUpAlertCalls()

/** Is there, refuses, does not answer until it is back, or is there while the code has a mistake. */
type Database = 'there' | 'refusing' | 'silent' | 'broken code'
let database: Database
let thaw: () => void
let frozen: Promise<void>
let app: HttpApp
let logged: string[]
/** Works that have come to their end, however late. */
let done: number

function freeze(): void {
  database = 'silent'
  const back = Promise.withResolvers<void>()
  frozen = back.promise
  thaw = () => {
    database = 'there'
    back.resolve()
  }
}

/** The same events, behind that database. */
function behind<Events extends object>(events: Events): Events {
  const guarded = Object.entries(events).map(([name, work]) => [
    name,
    async (...args: unknown[]) => {
      if (database === 'broken code') throw new TypeError('undefined is not a function')
      if (database === 'refusing')
        throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
      if (database === 'silent') await frozen
      try {
        return await work(...args)
      } finally {
        done += 1
      }
    },
  ])
  return Object.fromEntries(guarded)
}

async function anApp(waitTiming: WaitTiming = BRISK): Promise<void> {
  database = 'there'
  logged = []
  done = 0
  app = await buildApp({
    publicUrl: PUBLIC_URL,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    authenticate: async () => null,
    routes: async (routes) => {
      await routes.register(twilioCallbackRoutes, {
        authToken: AUTH_TOKEN,
        publicUrl: PUBLIC_URL,
        facts: behind(careProviderEvents(care.deps)),
        alerts: behind(care.alerts),
        tests: behind(care.alerts),
        voices: behind(care.alerts),
        inbound: behind(inboundProviderEvents(care.deps)),
        texts: { progressed: async () => {} },
        recordings: { recorded: async () => {} },
        databaseConnections: 16,
        onSlowCallback() {},
        clock: care.clock,
        waitTiming,
      })
    },
  })
}
afterEach(() => app.close())

interface Posted {
  form?: Record<string, string>
  sid?: string
  authToken?: string
}
async function post(path: string, { form = {}, sid = '', authToken = AUTH_TOKEN }: Posted = {}) {
  const fields = { CallSid: sid, CallStatus: 'in-progress', From: '+61491570156', ...form }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, PUBLIC_URL + path, fields),
    },
  })
  return { statusCode, body, next: redirectIn(body) }
}

/** Where the script leads to at its end, as it is requested. */
function redirectIn(body: string): string {
  const url = /<Redirect method="POST">([^<]*)<\/Redirect>/.exec(body)?.[1] ?? ''
  return url.replaceAll('&amp;', '&').replace(PUBLIC_URL, '').replace(/#.*$/, '')
}

function theDial() {
  const { attemptId = 0, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  return { path: `/api/twilio/voice/${attemptId}`, sid: providerCallId ?? '' }
}

/** The call of ten o'clock has been picked up, and the question was asked. */
async function aCallAtItsQuestion() {
  care.clock.advance(3_600_000)
  await care.dispatch()
  const { path, sid } = theDial()
  await post(path, { sid })
  const question = await post(`${path}/answer?step=listen%201`, { sid })
  expect(question.body).toContain('press 1')
  const answer = `${path}/answer?step=question%202`
  return { path, answer, sid, question: question.body }
}
const ended = { CallStatus: 'completed', CallDuration: '12' }
const until = (what: () => unknown) => expect.poll(what, { timeout: 5_000, interval: 10 })
async function pressedOnce() {
  const { attempts, transcript } = await care.call(account, callId)
  expect(attempts).toMatchObject([{ keys: '1' }])
  expect(transcript?.match(/Pressed 1/g)).toHaveLength(1)
}

describe('while the database is away, who holds the phone is asked for a moment', () => {
  test.each(['refusing', 'silent'] as const)('%s: the first words follow when it is back', async (how) => {
    await anApp()
    care.clock.advance(3_600_000)
    await care.dispatch()
    const { path, sid } = theDial()
    freeze()
    database = how
    const opening = await post(path, { sid })
    expect(opening).toMatchObject({ statusCode: 200, next: `${path}?waited=1` })
    expect(opening.body).toMatch(ONE_MOMENT)
    const second = await post(opening.next, { sid })
    expect(second.next).toBe(`${path}?waited=2`)
    thaw()
    const listening = await post(second.next, { sid })
    expect(listening.body).toContain('step=listen%201#rc=2')
    expect(listening.body).not.toContain('waited')
    const question = await post(`${path}/answer?step=listen%201`, { sid })
    expect(question.body).toContain("Good morning Margaret, it's Cooee")
  })

  test('an outage shorter than anybody notices is waited out, and nothing is said of it', async () => {
    await anApp({ ...BRISK, answerWithinMs: 10_000 })
    const { answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    setTimeout(() => {
      database = 'there'
    }, 60)
    const reply = await post(answer, { sid, form: { Digits: '1' } })
    expect(reply.body).toContain('You pressed 1. Thank you. Goodbye.')
    await pressedOnce()
  })

  test('a key that was pressed meanwhile comes along, and is counted once', async () => {
    await anApp()
    const { path, answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    const wait = await post(answer, { sid, form: { Digits: '1' } })
    expect(wait.body).toMatch(ONE_MOMENT)
    const at = care.clock.now().getTime()
    expect(wait.next).toBe(`${path}/answer?step=question%202&keys=1&speech=&at=${at}&waited=1`)
    care.clock.advance(11_000)
    const again = await post(wait.next, { sid })
    expect(again.next).toBe(`${path}/answer?step=question%202&keys=1&speech=&at=${at}&waited=2`)
    database = 'there'
    for (const _ of ['once', 'again']) {
      expect((await post(again.next, { sid })).body).toContain('You pressed 1. Thank you. Goodbye.')
    }
    await post(path.replace('voice', 'status'), { sid, form: ended })
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    await pressedOnce()
  })

  test.each(['before', 'after'])(
    'work that ends late, %s the call has come back, has no second effect, and the reply is the right one',
    async (when) => {
      await anApp()
      const { answer, sid } = await aCallAtItsQuestion()
      freeze()
      const late = thaw
      const wait = await post(answer, { sid, form: { Digits: '1' } })
      expect(wait.body).toMatch(ONE_MOMENT)
      done = 0
      if (when === 'before') {
        late()
        await until(() => done).toBe(1)
        await pressedOnce()
      } else {
        // On another connection, while the first one hangs.
        database = 'there'
      }
      expect((await post(wait.next, { sid })).body).toContain('You pressed 1. Thank you. Goodbye.')
      late()
      await until(() => done).toBe(2)
      await pressedOnce()
    },
  )

  test('who presses a key and hangs up has answered all the same', async () => {
    await anApp(trying(60_000))
    const { path, answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    expect((await post(answer, { sid, form: { Digits: '1' } })).body).toMatch(ONE_MOMENT)
    expect((await post(path.replace('voice', 'status'), { sid, form: ended })).statusCode).toBe(503)
    database = 'there'
    await until(async () => (await care.call(account, callId)).attempts[0]?.keys).toBe('1')
    await post(path.replace('voice', 'status'), { sid, form: ended })
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    await pressedOnce()
  })

  test('who is asked again, because somebody else had to ask for patience, may answer otherwise', async () => {
    await anApp(trying(60_000))
    const { path, answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    await post(answer, { sid, form: { Digits: '1' } })
    // A script elsewhere cannot carry the answer: the call comes back without it.
    expect((await post(`${path}?waited=4`, { sid })).statusCode).toBe(503)
    database = 'there'
    expect((await post(`${path}?waited=5`, { sid })).body).toContain('press 1')
    expect((await care.call(account, callId)).attempts).toMatchObject([{ keys: '' }])
    expect((await post(answer, { sid, form: { Digits: '2' } })).body).toContain('You pressed 2.')
    expect(await incident()).toMatchObject({ cause: 'help' })
    expect(logged.join('')).not.toContain('Answer not counted')
  })

  test('an answer that cannot be counted in the end is a line of the log, without what was said', async () => {
    await anApp(trying(100))
    const { answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    const wait = await post(answer, { sid, form: { SpeechResult: 'My hip is sore' } })
    await until(() => logged.filter((line) => line.includes('Answer not counted'))).toHaveLength(1)
    await post(wait.next, { sid })
    expect(wait.next).toContain('sore')
    expect(logged.join('')).not.toContain('sore')
    expect(logged.join('')).toContain(`"path":"${answer.replace(/\?.*/, '')}"`)
  })

  test('a process that stops tries once more, and says which call it could not count', async () => {
    await anApp(trying(60_000, 20_000))
    const { answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    await post(answer, { sid, form: { Digits: '1' } })
    await app.close()
    await until(() => logged.filter((line) => line.includes('Answer not counted'))).toHaveLength(1)
    await anApp(trying(60_000, 20_000))
    database = 'refusing'
    await post(answer, { sid, form: { Digits: '1' } })
    database = 'there'
    await app.close()
    await until(async () => (await care.call(account, callId)).attempts[0]?.keys).toBe('1')
  })

  test('after three waits the provider’s fallback takes over, and the key is counted', async () => {
    await anApp()
    const { answer, path, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    let next = (await post(answer, { sid, form: { Digits: '1' } })).next
    for (const waited of [2, 3]) {
      next = (await post(next, { sid })).next
      expect(next).toContain(`&waited=${waited}`)
    }
    expect((await post(next, { sid })).statusCode).toBe(503)
    const call = path.replace('/api/twilio/', '')
    const fallback = await post(`/api/twilio/fallback?call=${call}`, {
      form: { ErrorUrl: PUBLIC_URL + next, ErrorCode: '11200' },
      sid,
    })
    expect(fallback.body).toMatch(ONE_MOMENT)
    expect(fallback.next).toContain('keys=1')
    expect((await post(fallback.next, { sid })).statusCode).toBe(503)
    database = 'there'
    expect((await post(fallback.next, { sid })).body).toContain('You pressed 1. Thank you. Goodbye.')
    await pressedOnce()
  })

  test('words count by when they were said: in the middle of a question they do not answer it, however long they waited', async () => {
    const { timing } = care.deps
    care.deps.timing = { ...timing, spokenWordMs: 250 }
    onTestFinished(() => {
      care.deps.timing = timing
    })
    await anApp()
    const { answer, sid } = await aCallAtItsQuestion()
    care.clock.advance(1_000)
    database = 'refusing'
    const wait = await post(answer, { sid, form: { SpeechResult: "I'm fine, thank you" } })
    care.clock.advance(60_000)
    database = 'there'
    expect((await post(wait.next, { sid })).body).toContain('press 1')
    await post(answer.replace(/voice(.*)\/answer.*/, 'status$1'), { sid, form: ended })
    expect((await care.call(account, callId)).status).not.toBe('completed')
  })

  test('odd keys and long stories are carried as far as an address can', async () => {
    await anApp()
    const { answer, sid } = await aCallAtItsQuestion()
    database = 'refusing'
    const odd: Record<string, string>[] = [
      { Digits: '\u0000x1#*', SpeechResult: `${"It's (a) long! story* & "}${'🙂'.repeat(900)}` },
      { SpeechResult: 'Yes. '.repeat(2000) },
      { Digits: '1'.repeat(5000) },
    ]
    for (const form of odd) {
      const wait = await post(answer, { sid, form })
      expect(wait.body).toMatch(ONE_MOMENT)
      expect(wait.next.length).toBeLessThan(7_500)
      expect(wait.next).not.toMatch(/[!'() ]/)
      expect((await post(wait.next, { sid })).body).toMatch(ONE_MOMENT)
    }
  })

  test('a contact who takes an incident on in an alert call has it', async () => {
    await anApp()
    const alertId = await ringSusan()
    const sid = sidOf(alertId)
    const path = `/api/twilio/alert-voice/${alertId}`
    database = 'refusing'
    const opening = await post(path, { sid })
    expect(opening.body).toMatch(ONE_MOMENT)
    database = 'there'
    expect((await post(opening.next, { sid })).body).toContain('To check on Margaret, press 1.')
    database = 'refusing'
    const wait = await post(`${path}/answer?step=first`, { sid, form: { Digits: '1' } })
    expect(wait.body).toMatch(ONE_MOMENT)
    expect(wait.next).toMatch(new RegExp(`^${path}/answer\\?step=first&keys=1&`))
    database = 'there'
    expect((await post(wait.next, { sid })).body).toContain('You are checking on Margaret Hartley')
    expect(await incident()).toMatchObject({ status: 'owned' })
    expect(await answerOf(alertId)).toMatchObject({ answer: 'took' })
  })

  test('who rings Cooee is asked for a moment, too, and what they press is taken', async () => {
    await anApp()
    const sid = 'CA-rang-back'
    database = 'refusing'
    const opening = await post('/api/twilio/inbound/voice', { sid })
    expect(opening).toMatchObject({ statusCode: 200, next: '/api/twilio/inbound/voice?waited=1' })
    database = 'there'
    expect((await post(opening.next, { sid })).body).toContain('step=how')
    database = 'refusing'
    const wait = await post('/api/twilio/inbound/answer?step=how', { sid, form: { Digits: '1' } })
    expect(wait.next).toMatch(/^\/api\/twilio\/inbound\/answer\?step=how&keys=1&speech=&at=\d+&waited=1$/)
    database = 'there'
    expect((await post(wait.next, { sid })).body).toContain('You pressed 1.')
    expect(await care.db.selectFrom('inboundCalls').select('checkedIn').execute()).toMatchObject([
      { checkedIn: [expect.any(Number)] },
    ])
  })
})

test('the provider waits for longer than it takes to ask somebody for a moment', () => {
  const readTimeoutMs = Number(/rt=(\d+)/.exec(DOCUMENT_OVERRIDES)?.[1])
  expect(WAIT_TIMING.answerWithinMs + 1_000).toBeLessThan(readTimeoutMs)
})

describe('nobody is asked to wait', () => {
  test('where the code is wrong: that is a 500 at once, however often the call has waited', async () => {
    await anApp({ ...BRISK, answerWithinMs: 10_000, keepTryingMs: 10_000 })
    const { path, answer, sid } = await aCallAtItsQuestion()
    database = 'broken code'
    const carried = `${answer}&keys=1&at=1773093600000&waited=1`
    for (const url of [path, `${path}?waited=2`, answer, carried]) {
      expect((await post(url, { sid, form: { Digits: '1' } })).statusCode).toBe(500)
    }
  })

  test('without the right signature', async () => {
    await anApp()
    database = 'refusing'
    for (const path of ['voice/7', 'voice/7/answer?step=first', 'alert-voice/7', 'inbound/voice', 'inbound/answer']) {
      expect((await post(`/api/twilio/${path}`, { authToken: 'guessed' })).statusCode).toBe(403)
    }
    // What the address carries is signed as well.
    const given = '/api/twilio/voice/7/answer?step=first&keys=1&at=1773093600000&waited=1'
    const fields = { CallSid: 'CA1' }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: given.replace('keys=1', 'keys=2'),
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + given, fields),
      },
    })
    expect(statusCode).toBe(403)
  })

  test.each([
    ['waited', 'voice/7?waited=-1'],
    ['waited', 'voice/7?waited=1e9'],
    ['waited', 'inbound/voice?waited='],
    ['waited', 'voice/7/answer?step=first&waited=100'],
    ['keys', 'voice/7/answer?step=first&keys=%00&at=1'],
    ['keys', `alert-voice/7/answer?step=first&keys=${'1'.repeat(33)}&at=1`],
    ['speech', `inbound/answer?step=first&speech=${'x'.repeat(501)}&at=1`],
    ['at', 'voice/7/answer?step=first&at=yesterday'],
    ['at', 'voice/7/answer?step=first&at=9999999999999999'],
    ['at', 'voice/7/answer?step=first&keys=1'],
    ['step', `voice/7/answer?step=${'x'.repeat(33)}`],
  ])('with a wrong %s in the address: %s', async (field, path) => {
    await anApp()
    const { statusCode, body } = await post(`/api/twilio/${path}`, { sid: 'CA1' })
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).errors).toMatchObject([{ path: field }])
  })

  test('where nobody holds a phone: a status, a verdict and a text are reported again, or asked about', async () => {
    await anApp()
    database = 'refusing'
    for (const path of ['status/7', 'machine-detection/7']) {
      const form = { ...ended, AnsweredBy: 'human' }
      expect((await post(`/api/twilio/${path}`, { sid: 'CA1', form })).statusCode).toBe(503)
    }
    const form = { MessageSid: 'SM1', Body: 'OK' }
    expect((await post('/api/twilio/inbound/text', { form })).statusCode).toBe(503)
  })
})
