import pino from 'pino'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock/clock.ts'
import { buildApp, type HttpApp } from '#server/platform/http/http-app.ts'
import { twilioCallbackRoutes } from './callback-routes.ts'

const PUBLIC_URL = 'https://cooee.example'
const STANDBY_URL = 'https://standby.example'
const AUTH_TOKEN = 'a secret of the tests'

/** Fails where a database would be needed. */
const away = async (): Promise<never> => {
  throw new Error('The database is down')
}
const facts = { answered: away, heard: away, progressed: away, answererDetected: away }

let app: HttpApp
beforeAll(async () => {
  app = await buildApp({
    publicUrl: PUBLIC_URL,
    log: pino({ level: 'silent' }),
    authenticate: away,
    routes: async (routes) => {
      await routes.register(twilioCallbackRoutes, {
        authToken: AUTH_TOKEN,
        messagingAuthToken: 'a secret for texts',
        publicUrl: PUBLIC_URL,
        fallbackUrl: STANDBY_URL,
        facts,
        alerts: facts,
        tests: facts,
        voices: facts,
        inbound: { called: away, answered: away, texted: away },
        texts: facts,
        recordings: { recorded: away },
        databaseConnections: 16,
        onSlowCallback() {},
        clock: systemClock,
      })
    },
  })
})
afterAll(() => app.close())

interface Posted {
  form?: Record<string, string>
  /** Of the address that is signed. */
  origin?: string
  authToken?: string
}
async function post(path: string, { form = {}, origin = STANDBY_URL, authToken = AUTH_TOKEN }: Posted = {}) {
  const fields = { CallSid: 'CA1', ...form }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, origin + path, fields),
    },
  })
  return { statusCode, body }
}
const fallback = (call: string, posted?: Posted) => post(`/api/twilio/fallback?call=${call}`, posted)
const failedAt = (path: string): Posted => ({ form: { ErrorUrl: `${PUBLIC_URL}${path}`, ErrorCode: '11200' } })

const answerOf = (call: string) => (call === 'inbound/voice' ? 'inbound/answer' : `${call}/answer`)

describe('while nobody can say what to say', () => {
  test.each(['voice/7', 'alert-voice/7', 'test-voice/7', 'inbound/voice'])(
    'a call at %s is asked to wait, and goes on where it is; no database is asked',
    async (call) => {
      const { statusCode, body } = await fallback(call, failedAt(`/api/twilio/${answerOf(call)}?step=first`))
      expect(statusCode).toBe(200)
      expect(body).toMatch(/^<\?xml.*<Say.*One moment please\..*<Pause length="5"\/><Redirect method="POST">/)
      expect(body).toContain(`>${PUBLIC_URL}/api/twilio/${call}?waited=1#rc=2&amp;`)
    },
  )

  test('a caller is asked to wait a few times, then hears what is true: they are rung again or the family is notified', async () => {
    let path = '/api/twilio/voice/7'
    for (let waits = 1; waits <= 6; waits++) {
      const { body } = await fallback('voice/7', failedAt(path))
      path = /\/api\/twilio\/voice\/7\?waited=\d/.exec(body)?.[0] ?? ''
      expect(path).toBe(`/api/twilio/voice/7?waited=${waits}`)
    }
    const { body } = await fallback('voice/7', failedAt(path))
    expect(body).toMatch(/I will ring again, or let your family know\. Goodbye\..*<Hangup\/><\/Response>$/)
    expect(body).not.toContain('Redirect')
    expect((await fallback('alert-voice/7', failedAt(path))).body).not.toContain('ring again')
  })

  test('a missing or invalid wait count is treated as the first wait', async () => {
    for (const ErrorUrl of ['', 'nonsense', `${PUBLIC_URL}/x?waited=-1`, `${PUBLIC_URL}/x?waited=1e9`]) {
      expect((await fallback('voice/7', { form: { ErrorUrl } })).body).toContain('waited=1#')
    }
  })

  test.each(['voice/7', 'alert-voice/7', 'test-voice/7', 'inbound/voice'])(
    'what was heard in a call at %s goes along, from the address that carries it or with the keys that the provider sends',
    async (call) => {
      const answer = `/api/twilio/${answerOf(call)}`
      const carried = `step=question%202&keys=1&speech=I%20do%2C%20%26%20you%3F&at=1773093600000`
      const { body } = await fallback(call, failedAt(`${answer}?${carried}&waited=3`))
      expect(body.replaceAll('&amp;', '&')).toContain(`>${PUBLIC_URL}${answer}?${carried}&waited=4#rc=2`)
      const { form } = failedAt(`${answer}?step=question%202`)
      const pressed = await fallback(call, { form: { ...form, Digits: '1', SpeechResult: 'Yes' } })
      expect(pressed.body.replaceAll('&amp;', '&')).toMatch(
        /\/answer\?step=question%202&keys=1&speech=&at=\d{13}&waited=1#rc=2/,
      )
    },
  )

  test.each([
    ['of another call', '/api/twilio/voice/8/answer?step=first&keys=1&at=1773093600000&waited=2'],
    ['of no answer', '/api/twilio/voice/7?keys=1&at=1773093600000&waited=2'],
    ['with keys that no phone has', '/api/twilio/voice/7/answer?step=first&keys=%3CX%3E&at=1773093600000&waited=2'],
    ['without its time', '/api/twilio/voice/7/answer?step=first&keys=1&waited=2'],
  ])('an address %s carries nothing: the question is asked again', async (_what, path) => {
    expect((await fallback('voice/7', failedAt(path))).body).toContain(`/api/twilio/voice/7?waited=3#`)
  })

  test('a long answer in letters of another alphabet is neither lost nor waited for without an end', async () => {
    const speech = encodeURIComponent('好'.repeat(500))
    const path = `/api/twilio/voice/7/answer?step=first&keys=&speech=${speech}&at=1773093600000&waited=5`
    expect((await fallback('voice/7', failedAt(path))).body).toContain(`${speech}&amp;at=1773093600000&amp;waited=6#`)
  })

  test('who has pressed a key is not promised another call: it may still be counted', async () => {
    const path = '/api/twilio/voice/7/answer?step=first&keys=1&at=1773093600000&waited=6'
    const { body } = await fallback('voice/7', failedAt(path))
    expect(body).toMatch(/I may ring again\. Goodbye\..*<Hangup\/><\/Response>$/)
    expect(body).not.toContain('will ring')
  })

  test('only a signed request is answered, signed over the address that was asked, whatever host it is at', async () => {
    expect((await fallback('voice/7', { authToken: 'guessed' })).statusCode).toBe(403)
    expect((await fallback('voice/7', { origin: PUBLIC_URL })).statusCode).toBe(403)
    expect((await fallback('voice/7')).statusCode).toBe(200)
  })

  test.each(['', 'voice/0', 'voice/7/answer', '//evil.example', 'voice/7%0A', 'status/7', 'voice/7?x=1'])(
    'no call is sent to %j',
    async (call) => expect((await fallback(call)).statusCode).toBe(400),
  )
})

describe('calls and texts may be of two accounts', () => {
  const text = { form: { MessageSid: 'SM1', MessageStatus: 'sent' }, origin: PUBLIC_URL }
  test('a text’s callback is signed with the token of texts, a call’s with that of calls', async () => {
    const statusOf = async (path: string, posted: Posted) => (await post(path, posted)).statusCode
    const ofTexts = { ...text, authToken: 'a secret for texts' }
    expect(await statusOf('/api/twilio/text-status/7', ofTexts)).toBe(204)
    expect(await statusOf('/api/twilio/text-status/7', text)).toBe(403)
    expect(await statusOf('/api/twilio/inbound/text', text)).toBe(403)
    expect(await statusOf('/api/twilio/inbound/text', ofTexts)).toBe(500)
    expect(await statusOf('/api/twilio/inbound/status', { origin: PUBLIC_URL })).toBe(204)
    expect(await statusOf('/api/twilio/inbound/status', { origin: PUBLIC_URL, authToken: 'a secret for texts' })).toBe(
      403,
    )
    expect(await statusOf('/api/twilio/voice/7', { origin: PUBLIC_URL })).toBe(500)
  })
})
