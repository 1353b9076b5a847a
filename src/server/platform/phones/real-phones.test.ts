import { expect, test } from 'vitest'
import { readEnv } from '../environment/env.ts'
import { adminSecondFactor } from './real-phones.ts'

const KEYS = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a secret of the tests',
  TWILIO_PHONE_NUMBER: '+61280000000',
}
const asked = (given: Record<string, string>) => adminSecondFactor(readEnv(given))

test('with real phones admins need a second factor whatever the variable says; a provider on this machine is no real one', () => {
  expect(asked({})).toBe('optional')
  expect(asked({ ADMIN_SECOND_FACTOR: 'required' })).toBe('required')
  expect(asked(KEYS)).toBe('required')
  expect(asked({ ...KEYS, ADMIN_SECOND_FACTOR: 'optional' })).toBe('required')
  expect(
    asked({ ...KEYS, TWILIO_VOICE_API_BASE_URL: 'https://api.sydney.au1.twilio.com', TWILIO_VOICE_AUTH_TOKEN: 'x' }),
  ).toBe('required')
  expect(asked({ ...KEYS, TWILIO_API_BASE_URL: 'http://127.0.0.1:4010' })).toBe('optional')
})
