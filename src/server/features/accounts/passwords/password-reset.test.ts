import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESET_FAILED, RESET_REQUESTED_MESSAGE } from '#contract/accounts/sign-in/password-reset.ts'
import { outboxMail } from '#server/adapters/mail/outbox-mail.ts'
import { DELIVERY_TIMEOUTS, deliveryHandlers } from '#server/features/messages/public.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { sendResetLink, sendResetLinkHandler } from './password-reset.ts'

const NEW_PASSWORD = 'Quiet-Evening-8'
const publicUrl = 'http://localhost:3000'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

const ask = (email: string, remoteAddress = anAddress()) =>
  cooee.request('POST', '/api/password/request-reset', { email }, { remoteAddress })
const reset = (token: string, password = NEW_PASSWORD) =>
  cooee.request('POST', '/api/password/reset', { token, password })
const signIn = (account: SignedIn, password: string) =>
  cooee.request('POST', '/api/login', { username: account.user.username, password }, { remoteAddress: anAddress() })

async function runJobs() {
  const texts = { send: async () => ({ kind: 'kept' }) as const, find: async () => ({ kind: 'absent' }) as const }
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const deps = {
    ...cooee,
    publicUrl,
    mail: outboxMail(),
    texts,
    log,
    onFallback: async () => {},
    onUndelivered: async () => {},
    isStillNeeded: async () => true,
    push: scriptedPush(),
    timeouts: DELIVERY_TIMEOUTS,
    limits: NO_LIMITS,
  }
  await cooee.jobs.runDue([sendResetLinkHandler(deps), ...deliveryHandlers(deps)], cooee.clock.now())
}

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const outbox = await cooee.local('GET', '/api/sandbox/outbox')
  return outbox.json().filter((message: { to: string }) => message.to === email)
}

async function aLinkTokenFor(account: SignedIn): Promise<string> {
  await ask(account.user.email)
  await runJobs()
  const [mail] = await mailsTo(account.user.email)
  const token = /\/reset-password\?token=([\w-]{43})\s/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('No link was mailed')
  return token
}

describe('requests for a reset link', () => {
  test('a request for a reset link answers the same for known and unknown e-mails, and looks up neither', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const answers = await Promise.all([ask(user.email.toUpperCase()), ask('nobody-at-all@example.com')])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ message: RESET_REQUESTED_MESSAGE })
    }
    expect(cooee.jobs.sent.map((job) => job.name)).toEqual(['send-reset-link', 'send-reset-link'])
    await runJobs()
    expect(await mailsTo(user.email)).toHaveLength(1)
    expect(await mailsTo('nobody-at-all@example.com')).toHaveLength(0)
  })

  test('a reset link is mailed once however often its job runs', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const request = { email: user.email, requestId: 'the-same-request' }
    await sendResetLink({ ...cooee, publicUrl }, request)
    await sendResetLink({ ...cooee, publicUrl }, request)
    await runJobs()
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  test.each([[undefined], ['not an address'], [7]])(
    'a request for a reset link refuses %j as an e-mail',
    async (email) => {
      const answer = await cooee.request('POST', '/api/password/request-reset', { email })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toBe('Please enter a valid email address')
    },
  )

  test.each(['known', 'unknown'])('the sixth request in an hour for one %s e-mail has to wait', async (kind) => {
    const { user } = await cooee.aRegisteredAccount()
    const email = kind === 'known' ? user.email : `unknown-${user.email}`
    for (let time = 0; time < 5; time += 1) expect((await ask(email)).statusCode).toBe(200)
    const refused = await ask(email)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    cooee.clock.advance(3_600_000)
    expect((await ask(email)).statusCode).toBe(200)
    await runJobs()
  })
})

test('the 21st link in an hour from one address has to wait, whichever account it is for', async () => {
  const remoteAddress = anAddress()
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, index) => ask(`somebody-${index}@example.com`, remoteAddress)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  expect((await ask('somebody-else@example.com', remoteAddress)).statusCode).toBe(429)
})

describe('new passwords', () => {
  test('setting a new password works once, and ends every session', async () => {
    const jane = await cooee.aRegisteredAccount()
    const token = await aLinkTokenFor(jane)
    expect((await reset(token)).statusCode).toBe(200)
    expect((await jane.get('/api/me')).statusCode).toBe(401)
    expect((await signIn(jane, A_PASSWORD)).statusCode).toBe(401)
    expect((await signIn(jane, NEW_PASSWORD)).statusCode).toBe(200)
    const again = await reset(token)
    expect(again.statusCode).toBe(400)
    expect(again.json().message).toBe(RESET_FAILED)
  })

  test('a reset link used twice at the same moment counts once', async () => {
    const token = await aLinkTokenFor(await cooee.aRegisteredAccount())
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  test('setting a new password voids the other links and notifies the owner', async () => {
    const jane = await cooee.aRegisteredAccount()
    const first = await aLinkTokenFor(jane)
    const second = await aLinkTokenFor(jane)
    expect((await reset(second)).statusCode).toBe(200)
    expect((await reset(first)).statusCode).toBe(400)
    await runJobs()
    const [latest] = await mailsTo(jane.user.email)
    expect(latest?.subject).toBe('Your Cooee password was changed')
  })

  test('setting a new password ends the news on every device, which a thief may have, and says so', async () => {
    const jane = await cooee.aRegisteredAccount()
    const keys = { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') }
    const added = await jane.post('/api/push-devices', {
      endpoint: 'https://push.example/lost-phone',
      keys: { ...keys, auth: Buffer.alloc(16, 2).toString('base64url') },
    })
    expect(added.statusCode).toBe(201)
    expect((await reset(await aLinkTokenFor(jane))).statusCode).toBe(200)
    expect(await cooee.db.selectFrom('pushDevices').select('id').execute()).toEqual([])
    await runJobs()
    expect((await mailsTo(jane.user.email))[0]?.text).toContain('gets no notifications any more')
  })

  test('setting a new password is too late after 60 minutes', async () => {
    const jane = await cooee.aRegisteredAccount()
    const token = await aLinkTokenFor(jane)
    cooee.clock.advance(60 * 60_000)
    expect((await reset(token)).json().message).toBe(RESET_FAILED)
  })

  test('setting a new password refuses a made-up token', async () => {
    const answer = await reset('made-up')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: RESET_FAILED })
  })

  test.each([
    ['Short1', 'Password must be at least 8 characters'],
    ['lowercase-only-1', 'Password must contain at least one uppercase letter'],
    ['UPPERCASE-ONLY-1', 'Password must contain at least one lowercase letter'],
    ['No-Digits-Here', 'Password must contain at least one number'],
  ])('setting a new password refuses %s in the words of the form', async (password, message) => {
    const answer = await reset('any', password)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toContainEqual({ path: 'password', message })
  })
})
