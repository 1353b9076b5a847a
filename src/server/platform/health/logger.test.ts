import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/build-test-app.ts'
import { aLovedOne, aRegistration } from '#test/factories.ts'
import { withLogFacts } from './log-context.ts'
import { createLogger } from './logger.ts'

function aLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLogger({ level: 'trace', destination }), lines }
}

test('secrets are omitted and phone numbers keep three digits', () => {
  const { log, lines } = aLog()
  log.info({ password: 'Sunny-Morning-7', headers: { authorization: 'Bearer abc', cookie: 'auth-token=abc' } }, 'x')
  log.info({ phoneNumber: '+61491570156', message: { to: '0491 570 110', text: 'the link' } }, 'x')
  log.error(new Error('invalid number "+61 491 570 156"'), 'x')
  const all = lines.join('')
  expect(all).not.toMatch(/Sunny|Bearer|abc|the link|491/)
  expect(all).toContain('…156')
  expect(all).toContain('…110')
})

test('rows in a list and what has no prototype are censored as any row', () => {
  const { log, lines } = aLog()
  log.info({ people: [{ phoneNumber: '+61491570156', username: 'jane' }] }, 'x')
  log.info({ query: Object.assign(Object.create(null), { token: 's3cr3t', email: 'jane@example.com' }) }, 'x')
  const all = lines.join('')
  expect(all).not.toMatch(/jane|s3cr3t|491570/)
  expect(all).toContain('…156')
  expect(all).toContain('…@example.com')
})

test('mail addresses keep their host, and names and conditions of people are omitted', () => {
  const { log, lines } = aLog()
  log.info({ email: 'jane.hartley@example.com', username: 'jane', lovedOne: { notes: 'bees', firstName: 'June' } }, 'x')
  log.warn({ reason: '550 <jane.hartley@example.com>: no such mailbox' }, 'x')
  log.error(new Error('connect to postgres://cooee:hunter2@localhost:5432/cooee failed'))
  const all = lines.join('')
  expect(all).not.toMatch(/jane|hartley|bees|June|hunter2/)
  expect(all).toContain('550 <…@example.com>')
  expect(all).toContain('postgres://…@localhost:5432/cooee')
})

test('tokens and links are not logged, wherever they stand', () => {
  const { log, lines } = aLog()
  log.warn({ reason: 'GET http://x/reset-password?token=s3cr3t&x=1 and /incident/a1.b2.s3cr3t' }, 'Bearer s3cr3t')
  log.info('GET /login?redirect=%2Fjoin%3Ftoken%3Ds3cr3t')
  log.error(new Error('at (/srv/node_modules/@fastify/x.js:1:2) in features/incidents/advance-incidents.ts:39:1'))
  const all = lines.join('')
  expect(all).not.toContain('s3cr3t')
  expect(all).toContain('/incident/…')
  expect(all).toContain('node_modules/@fastify/x.js:1:2')
  expect(all).toContain('incidents/advance-incidents.ts:39:1')
})

test('messages of providers and errors are logged without whole phone numbers', () => {
  const { log, lines } = aLog()
  const number = "The 'To' number +61491570156 is not valid"
  log.warn({ attemptId: 7, reason: `400 (21211): ${number}` }, 'Call rejected by the phone provider')
  log.error({ err: new Error(number) })
  log.error(new Error(number))
  log.error({ err: new Error('outer', { cause: new Error(number) }) }, 'x')
  log.error({ err: number }, 'x')
  log.error({ err: undefined, reason: undefined }, number)
  const all = lines.join('')
  expect(all).not.toContain('491570156')
  expect(all.match(/…156/g)?.length).toBeGreaterThanOrEqual(6)
  expect(all).toContain('400 (21211)')
})

test('a request leaves one line without its query, and nothing that was typed', async () => {
  const { log, lines } = aLog()
  const cooee = await buildTestApp({ log })
  const registration = aRegistration()
  const jane = await cooee.aRegisteredAccount(registration)
  await jane.post('/api/loved-ones', aLovedOne({ notes: 'Hard of hearing' }))
  await cooee.request('GET', '/reset-password?token=secret-token')
  await cooee.close()
  const all = lines.join('')
  expect(all).not.toContain(registration.password)
  expect(all).not.toContain(jane.token)
  expect(all).not.toMatch(/secret-token|Hard of hearing|491570156|570 156/)
  const paths = lines.map((line) => JSON.parse(line).path).filter(Boolean)
  expect(paths).toEqual(['/api/register', '/api/loved-ones', '/reset-password'])
})

test('a name cannot start a new line', () => {
  const { log, lines } = aLog()
  log.info({ name: 'June\n{"level":60,"msg":"forged"}' }, 'x')
  expect(lines.join('').trim().split('\n')).toHaveLength(1)
})

test('a log line does not repeat the context of the line before it', () => {
  const { log, lines } = aLog()
  withLogFacts({ job: 'deliver-mail' }, () => {
    log.warn({ err: new Error('refused'), messageId: 7 }, 'first')
    log.info({ accountId: 3 }, 'second')
  })
  const [, second] = lines.map((line) => JSON.parse(line))
  expect(second).toEqual({ level: 30, time: expect.any(String), job: 'deliver-mail', accountId: 3, msg: 'second' })
})
