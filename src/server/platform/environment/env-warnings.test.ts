import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { envWarnings } from './env-warnings.ts'

const REAL_PHONES = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_PHONE_NUMBER: '+61255501234' }
const MAIL = { SMTP_URL: 'smtp://mail.example:587', CONTACT_EMAIL: 'care@example.com.au' }
const KEY = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), DAILY_SPEND_LIMIT: '20000' }
const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const REACHABLE = { PUBLIC_URL: 'https://cooee.example.com.au', FALLBACK_URL: 'https://handler.twilio.com/twiml/EH1' }
const warnings = (source: Record<string, string>) => envWarnings(readEnv(source)).join('\n')

test('the sandbox and a complete production have nothing to warn about', () => {
  expect(warnings({})).toBe('')
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY })).toBe('')
})

test('real phones without a mail server are warned about: nobody would be notified', () => {
  expect(warnings({ ...REAL_PHONES, ...CARDS, ...REACHABLE, ...KEY })).toMatch(/^SMTP_URL is not set/)
})

test('real phones without an address to write to are warned about: a person rung by mistake could reach nobody', () => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY, CONTACT_EMAIL: '' })).toMatch(
    /^CONTACT_EMAIL is not set/,
  )
})

test('real phones with cards of the sandbox: subscribers pay nothing', () => {
  const settings = { ...REAL_PHONES, ...MAIL, ...REACHABLE, ...KEY }
  expect(warnings(settings)).toMatch(/^STRIPE_SECRET_KEY is not set/)
  expect(warnings({ ...settings, BILLING: 'off' })).toBe('')
})

test.each([
  ['left out', {}],
  ['not https', { PUBLIC_URL: 'http://cooee.example.com.au' }],
  ['this machine', { PUBLIC_URL: 'https://localhost:3000' }],
  ['a loopback address', { PUBLIC_URL: 'https://127.0.0.1' }],
])('real phones with a PUBLIC_URL that is %s: the provider could not call back', (_what, address) => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...KEY, ...address })).toMatch(
    /^The phone provider cannot call back http/,
  )
  expect(
    warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...KEY, ...address, TWILIO_API_BASE_URL: 'http://localhost:4010' }),
  ).toBe('')
})

test('real phones without a key: what is said in calls would be stored in the database for anybody who has it', () => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY, ENCRYPTION_KEY: '' })).toMatch(
    /^ENCRYPTION_KEY is not set/,
  )
})

test('real phones without a limit of spend: strangers on free trials could cost what they like', () => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY, DAILY_SPEND_LIMIT: '' })).toMatch(
    /^DAILY_SPEND_LIMIT is not set/,
  )
})

test('real phones without a fallback: who picks up during a restart would hear an error', () => {
  const settings = { ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY }
  expect(warnings({ ...settings, FALLBACK_URL: '' })).toMatch(/^FALLBACK_URL is not set/)
  expect(warnings({ ...settings, FALLBACK_URL: 'http://10.0.0.1' })).toMatch(/cannot ask http:\/\/10\.0\.0\.1/)
})

test('calls in a region without the token of that region: the provider would let nobody in', () => {
  const settings = { ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY }
  const sydney = { TWILIO_VOICE_API_BASE_URL: 'https://api.sydney.au1.twilio.com' }
  expect(warnings({ ...settings, ...sydney })).toMatch(/region au1, which has an auth token of its own/)
  expect(warnings({ ...settings, ...sydney, TWILIO_VOICE_AUTH_TOKEN: 'of Sydney' })).toBe('')
  expect(warnings({ ...settings, ...sydney, TWILIO_VOICE_AUTH_TOKEN: 'of Sydney', PUBLIC_URL: '' })).toMatch(
    /^The phone provider cannot call back/,
  )
  expect(warnings({ ...settings, TWILIO_VOICE_API_BASE_URL: 'https://api.ashburn.us1.twilio.com' })).toBe('')
})
