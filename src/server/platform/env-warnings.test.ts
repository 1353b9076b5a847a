import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { envWarnings } from './env-warnings.ts'

const REAL_PHONES = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_PHONE_NUMBER: '+61255501234' }
const MAIL = { SMTP_URL: 'smtp://mail.example:587', CONTACT_EMAIL: 'care@example.com.au' }
const KEY = { ENCRYPTION_KEY: randomBytes(32).toString('base64') }
const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const REACHABLE = { PUBLIC_URL: 'https://cooee.example.com.au' }
const warnings = (source: Record<string, string>) => envWarnings(readEnv(source)).join('\n')

test('the sandbox and a complete production have nothing to warn about', () => {
  expect(warnings({})).toBe('')
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY })).toBe('')
})

test('real phones without a mail server: nobody would be told', () => {
  expect(warnings({ ...REAL_PHONES, ...CARDS, ...REACHABLE, ...KEY })).toMatch(/^SMTP_URL is not set/)
})

test('real phones without an address to write to: whoever is rung by mistake could tell nobody', () => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE, ...KEY, CONTACT_EMAIL: '' })).toMatch(
    /^CONTACT_EMAIL is not set/,
  )
})

test('real phones with cards of the sandbox: whoever subscribes pays nothing', () => {
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

test('real phones without a key: what is said in calls would lie in the database for anybody who has it', () => {
  expect(warnings({ ...REAL_PHONES, ...MAIL, ...CARDS, ...REACHABLE })).toMatch(/^ENCRYPTION_KEY is not set/)
})
