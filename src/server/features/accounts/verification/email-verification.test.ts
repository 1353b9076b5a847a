import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERIFY_FAILED } from '#contract/accounts/sign-in/verify-email.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD, aRegistration } from '#test/factories.ts'
import { verifyAllUnasked, verifyEmail } from './email-verification.ts'

const HOUR_MS = 3_600_000

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp({ verifiesEmail: true })
})
afterAll(() => cooee.close())

/** The tokens that were mailed to an address, newest first, as the outbox of the sandbox shows them. */
async function tokensTo(email: string, page = 'verify-email'): Promise<string[]> {
  const outbox = await cooee.local('GET', '/api/sandbox/outbox')
  const texts: string[] = outbox
    .json()
    .flatMap(({ to, text }: { to: string; text: string }) => (to === email ? text : []))
  return texts.flatMap((text) => new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? [])
}
const tokenTo = async (email: string, page?: string) => (await tokensTo(email, page))[0] ?? ''
const open = (token: string) => cooee.request('POST', '/api/email/verify', { token }, { remoteAddress: anAddress() })
const standing = async (account: SignedIn) => {
  const { email, emailVerified, callsWaitForEmail } = (await account.get('/api/me')).json()
  return { email, emailVerified, callsWaitForEmail }
}
const WAITS = { emailVerified: false, callsWaitForEmail: true }
const VERIFIED = { emailVerified: true, callsWaitForEmail: false }

test('registering mails a link that confirms the email, once', async () => {
  const account = await cooee.aRegisteredAccount()
  expect(account.user).toMatchObject(WAITS)
  const token = await tokenTo(account.user.email)
  const { tokenHash } = await cooee.db.selectFrom('emailVerifications').selectAll().executeTakeFirstOrThrow()
  expect(tokenHash.toString('utf8')).not.toContain(token)
  expect(await open(token)).toMatchObject({ statusCode: 200 })
  expect(await standing(account)).toMatchObject(VERIFIED)
  const again = await open(token)
  expect({ status: again.statusCode, ...again.json() }).toMatchObject({ status: 400, message: VERIFY_FAILED })
  expect(await standing(account)).toMatchObject(VERIFIED)
})

test('a link that is opened twice at once confirms the email once', async () => {
  const { user } = await cooee.aRegisteredAccount()
  const token = await tokenTo(user.email)
  const answers = await Promise.all([open(token), open(token)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('a link confirms the account that it was mailed to, also when another account is signed in', async () => {
  const [mine, theirs] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
  const answer = await mine.post('/api/email/verify', { token: await tokenTo(theirs.user.email) })
  expect(answer.statusCode).toBe(200)
  expect(await standing(mine)).toMatchObject(WAITS)
  expect(await standing(theirs)).toMatchObject(VERIFIED)
})

test('a link that confirms an email works for 24 hours, and another one can be sent, five in an hour', async () => {
  const account = await cooee.aRegisteredAccount()
  const first = await tokenTo(account.user.email)
  cooee.clock.advance(24 * HOUR_MS)
  expect((await open(first)).statusCode).toBe(400)
  for (let time = 0; time < 5; time++) {
    expect((await account.post('/api/email/resend')).statusCode).toBe(202)
  }
  const refused = await account.post('/api/email/resend')
  expect({ status: refused.statusCode, wait: refused.headers['retry-after'] }).toEqual({ status: 429, wait: '3600' })
  expect(await tokensTo(account.user.email)).toHaveLength(6)
  expect((await open(await tokenTo(account.user.email))).statusCode).toBe(200)
  const needless = await account.post('/api/email/resend')
  expect(needless).toMatchObject({ statusCode: 202 })
  expect(needless.json().message).toBe("You've already confirmed your email.")
  expect(await tokensTo(account.user.email)).toHaveLength(6)
})

test('sending the confirmation again needs a session, and a token that was never sent is refused', async () => {
  expect((await cooee.request('POST', '/api/email/resend')).statusCode).toBe(401)
  expect((await open('x'.repeat(43))).statusCode).toBe(400)
  expect((await open('')).statusCode).toBe(400)
})

/** A user who has confirmed their email and changes it. */
async function aChangedAccount() {
  const account = await cooee.aRegisteredAccount()
  await open(await tokenTo(account.user.email))
  const email = `new-${account.user.email}`
  const answer = await account.patch('/api/profile', { email, currentPassword: A_PASSWORD })
  expect(answer.statusCode).toBe(200)
  return { account, email }
}

test('after a change of email the new one is to be confirmed, and calls go on meanwhile', async () => {
  const { account, email } = await aChangedAccount()
  expect(await standing(account)).toEqual({ email, emailVerified: false, callsWaitForEmail: false })
  expect((await open(await tokenTo(email))).statusCode).toBe(200)
  expect(await standing(account)).toEqual({ email, ...VERIFIED })
})

test('a link to an address that was changed since confirms nothing', async () => {
  const account = await cooee.aRegisteredAccount()
  const old = await tokenTo(account.user.email)
  await account.patch('/api/profile', { email: `other-${account.user.email}`, currentPassword: A_PASSWORD })
  expect((await open(old)).statusCode).toBe(400)
  expect(await standing(account)).toMatchObject(WAITS)
})

test('a change that is undone leaves the old address confirmed, also when the new one was confirmed since', async () => {
  const { account, email } = await aChangedAccount()
  await open(await tokenTo(email))
  const token = await tokenTo(account.user.email, 'undo-change')
  expect((await cooee.request('POST', '/api/profile/undo', { token })).statusCode).toBe(200)
  const { verifiedEmail } = await cooee.db
    .selectFrom('people')
    .select('verifiedEmail')
    .where('id', '=', account.user.id)
    .executeTakeFirstOrThrow()
  expect(verifiedEmail).toBe(account.user.email)
})

test('a mistyped address that nobody confirmed is not sent a link that undoes its change', async () => {
  const account = await cooee.aRegisteredAccount()
  await account.patch('/api/profile', { email: `right-${account.user.email}`, currentPassword: A_PASSWORD })
  expect(await tokensTo(account.user.email, 'undo-change')).toEqual([])
})

test('while a new email is not confirmed, nobody else can register the old one', async () => {
  const { account } = await aChangedAccount()
  cooee.clock.advance(4 * 24 * HOUR_MS)
  const answer = await cooee.request('POST', '/api/register', aRegistration({ email: account.user.email }))
  expect(answer.statusCode).toBe(409)
})

test('switching verification off confirms every account that waits', async () => {
  const account = await cooee.aRegisteredAccount()
  const token = await tokenTo(account.user.email)
  await verifyAllUnasked(cooee.db)
  expect(await standing(account)).toMatchObject(VERIFIED)
  expect(await verifyEmail(cooee, token)).toBe(account.user.id)
})

test('a commonly guessed password, or one that contains personal details, is refused at registration', async () => {
  for (const password of ['password123', 'Margaret1']) {
    const body = aRegistration({ password, lastName: 'Margaret' })
    const answer = await cooee.request('POST', '/api/register', body, { remoteAddress: anAddress() })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ path: 'password' }])
  }
})

test('a stranger’s mailbox is not filled in many spellings, nor addressed with an advertisement', async () => {
  const register = (place: number) =>
    cooee.request(
      'POST',
      '/api/register',
      {
        ...aRegistration({ email: `stranger+${place}@example.com`, username: `win ${place} ring 1300 123 456 now` }),
        firstName: null,
      },
      { remoteAddress: anAddress() },
    )
  const statuses: number[] = []
  for (let place = 0; place < 12; place++) statuses.push((await register(place)).statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual([429, 429])
  const mails = await cooee.db.selectFrom('messages').select('text').where('recipient', 'like', 'stranger+%').execute()
  for (const { text } of mails) expect(text).toMatch(/^Hello,\n/)
})
