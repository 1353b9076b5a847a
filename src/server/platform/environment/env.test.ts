import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { envExample, readEnv } from './env.ts'

const message = (source: Record<string, string>) => {
  try {
    readEnv(source)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

test('an empty environment is a working one: everything has a default', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: './data',
    RETRY_ATTEMPTS: 2,
    RETRY_DELAY_SECONDS: 600,
    SANDBOX_RING_SECONDS: 3,
    BILLING: true,
    WEBHOOK_ALLOW_PRIVATE: false,
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
  })
})

test('a variable set to nothing counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ', TWILIO_ACCOUNT_SID: '' })).toEqual(readEnv({}))
})

test('links point at the port the server listens on unless a public address is given', () => {
  expect(readEnv({ PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000')
  expect(readEnv({ PUBLIC_URL: 'https://care.example/' }).PUBLIC_URL).toBe('https://care.example')
})

test('calls leave one a second at a real provider and fifty in the sandbox', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_PHONE_NUMBER: '+61280000000' }
  expect(readEnv(twilio).CALLS_PER_SECOND).toBe(1)
  expect(readEnv({}).CALLS_PER_SECOND).toBe(50)
  expect(readEnv({ ...twilio, CALLS_PER_SECOND: '20' }).CALLS_PER_SECOND).toBe(20)
})

test('one error names every bad variable and repeats no value', () => {
  const text = message({
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    BILLING: 'maybe',
  })
  expect(text.split('\n')).toHaveLength(5)
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'BILLING']) expect(text).toContain(`  ${name}: must be`)
  expect(text).not.toContain('hunter2')
})

test('an encryption key is 32 bytes, in base64 as openssl makes it or in hexadecimal', () => {
  const bytes = randomBytes(32)
  for (const written of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
    expect(readEnv({ ENCRYPTION_KEY: written }).ENCRYPTION_KEY?.export()).toEqual(bytes)
  }
  const old = [randomBytes(32), randomBytes(32)]
  const list = old.map((key) => key.toString('base64')).join(', ')
  expect(readEnv({ ENCRYPTION_KEYS_OLD: `${list},` }).ENCRYPTION_KEYS_OLD?.map((key) => key.export())).toEqual(old)
})

test.each([
  ['too short', randomBytes(31).toString('base64')],
  ['too long', randomBytes(33).toString('base64')],
  ['a password', 'correct horse battery staple'],
])('a key that is %s is refused, and not repeated', (_what, key) => {
  const text = message({ ENCRYPTION_KEY: key, ENCRYPTION_KEYS_OLD: `${randomBytes(32).toString('hex')},${key}` })
  expect(text).toContain('  ENCRYPTION_KEY: must be 32 random bytes')
  expect(text).toContain('  ENCRYPTION_KEYS_OLD.1: must be 32 random bytes')
  expect(text).not.toContain(key)
})

test('a half-configured provider is refused and the missing half is named', () => {
  const text = message({ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_PHONE_NUMBER: '+61280000000' })
  expect(text).toContain('TWILIO_AUTH_TOKEN: missing, although TWILIO_ACCOUNT_SID and TWILIO_PHONE_NUMBER are set')
  expect(message({ STRIPE_SECRET_KEY: 'sk_test_1' })).toContain('STRIPE_WEBHOOK_SECRET: missing')
})

test('calls and texts may have their own account, but not without the common one, nor without its token', () => {
  const common = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_PHONE_NUMBER: '+61280000000' }
  const regional = { TWILIO_VOICE_AUTH_TOKEN: 'b', TWILIO_VOICE_API_BASE_URL: 'https://api.sydney.au1.twilio.com' }
  expect(readEnv({ ...common, ...regional })).toMatchObject(regional)
  expect(message(regional)).toContain('TWILIO_ACCOUNT_SID: missing, although TWILIO_VOICE_AUTH_TOKEN is set')
  const text = message({ ...common, TWILIO_MESSAGING_ACCOUNT_SID: 'AC2', TWILIO_MESSAGING_PHONE_NUMBER: '0491' })
  expect(text).toContain('TWILIO_MESSAGING_AUTH_TOKEN: missing, although TWILIO_MESSAGING_ACCOUNT_SID is set')
  expect(text).toContain('TWILIO_MESSAGING_PHONE_NUMBER: must be a number in international form')
})

test('the fallback is asked for where everything else is, unless another address is given', () => {
  expect(readEnv({ PUBLIC_URL: 'https://care.example' }).FALLBACK_URL).toBe('https://care.example')
  expect(readEnv({ FALLBACK_URL: 'https://standby.example/' }).FALLBACK_URL).toBe('https://standby.example')
})

test.each(['1', 'on', 'true', 'yes'])('WEBHOOK_ALLOW_PRIVATE=%s allows private receivers', (value) => {
  expect(readEnv({ WEBHOOK_ALLOW_PRIVATE: value }).WEBHOOK_ALLOW_PRIVATE).toBe(true)
})

test('.env.example lists every variable as the schema describes it', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})

test('proxies are named by address or network, this machine by default', () => {
  const trusted = (value?: string) => readEnv(value === undefined ? {} : { TRUST_PROXY: value }).TRUST_PROXY
  expect(trusted()).toEqual(['loopback'])
  expect(trusted('loopback, 10.0.0.0/8,2001:db8::1')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  for (const wrong of ['everybody', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', '10.0.0.0/8/8', '1']) {
    expect(() => trusted(wrong)).toThrow('TRUST_PROXY: must be addresses or networks')
  }
})

describe('a store of recordings', () => {
  const store = {
    RECORDINGS_S3_URL: 'https://s3.ap-southeast-2.amazonaws.com/cooee-recordings',
    RECORDINGS_S3_REGION: 'ap-southeast-2',
    RECORDINGS_S3_KEY_ID: 'AKIATEST',
    RECORDINGS_S3_SECRET: 'hunter2',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }

  test('a store of recordings is an address with a bucket, a region, a key and an ENCRYPTION_KEY', () => {
    expect(readEnv(store).RECORDINGS_S3_URL).toBe(store.RECORDINGS_S3_URL)
    expect(message({ ...store, ENCRYPTION_KEY: '' })).toContain(
      'ENCRYPTION_KEY: missing, although RECORDINGS_S3_URL is set',
    )
  })

  test.each(['RECORDINGS_S3_URL', 'RECORDINGS_S3_REGION', 'RECORDINGS_S3_KEY_ID', 'RECORDINGS_S3_SECRET'])(
    'a store of recordings without %s is named, and no value is repeated',
    (name) => {
      const text = message({ ...store, [name]: '' })
      expect(text).toContain(`${name}: missing, although RECORDINGS_S3_`)
      expect(text).not.toContain('hunter2')
    },
  )

  test.each([
    'https://s3.example/',
    'https://key:hunter2@s3.example/bucket',
    'https://s3.example/bucket?x=1',
    'bucket',
    'ftp://s3.example/bucket',
  ])('%s is no address of a bucket', (url) => {
    expect(message({ ...store, RECORDINGS_S3_URL: url })).toContain('RECORDINGS_S3_URL: must be an')
  })
})

describe('several numbers', () => {
  const account = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret' }
  const [A, B] = ['+61255501001', '+61255501002']

  test('the first of a list is the main number, unless another one of it is named', () => {
    expect(readEnv({ ...account, TWILIO_PHONE_NUMBERS: `${A}, ${B}` })).toMatchObject({
      TWILIO_PHONE_NUMBER: A,
      TWILIO_PHONE_NUMBERS: [A, B],
    })
    expect(readEnv({ ...account, TWILIO_PHONE_NUMBER: B, TWILIO_PHONE_NUMBERS: `${A},${B}` })).toMatchObject({
      TWILIO_PHONE_NUMBER: B,
    })
  })

  test('a main number that is not in the list, and a text that is not a number, are refused', () => {
    expect(message({ ...account, TWILIO_PHONE_NUMBER: B, TWILIO_PHONE_NUMBERS: `${A}` })).toContain(
      'TWILIO_PHONE_NUMBERS: must include the number of TWILIO_PHONE_NUMBER',
    )
    expect(message({ ...account, TWILIO_PHONE_NUMBERS: `${A},0412` })).toContain('TWILIO_PHONE_NUMBERS')
    expect(message({ TWILIO_PHONE_NUMBERS: `${A}` })).toContain('TWILIO_ACCOUNT_SID: missing')
  })
})
