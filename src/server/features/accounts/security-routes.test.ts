import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInSession } from '#contract/accounts/sign-in/security.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { fingerprint } from '#test/owned-rows.ts'
import { hashPassword } from './passwords/passwords.ts'
import { hashToken } from './sign-in/sessions.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

const NEW_PASSWORD = 'Quiet-Evening-8'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

const change = (carer: SignedIn, fields: Record<string, unknown> = {}) =>
  carer.post('/api/password/change', { currentPassword: A_PASSWORD, newPassword: NEW_PASSWORD, ...fields })

async function signInAgain(carer: SignedIn, { password = A_PASSWORD, userAgent = FIREFOX } = {}): Promise<SignedIn> {
  const answer = await cooee.request(
    'POST',
    '/api/login',
    { username: carer.user.username, password },
    { remoteAddress: anAddress(), headers: { 'user-agent': userAgent } },
  )
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${answer.body}`)
  return cooee.signedIn(answer.json())
}

const sessionsOf = async (carer: SignedIn): Promise<SignedInSession[]> => (await carer.get('/api/sessions')).json()
const isSignedIn = async (carer: SignedIn) => (await carer.get('/api/me')).statusCode === 200

/** For a lock that another transaction has. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    )
      as waiting`.execute(cooee.db)
  return rows[0]?.waiting ?? false
}

describe('changing the password', () => {
  test('changing the password keeps this browser signed in, signs out all others, and notifies the account holder', async () => {
    const jane = await cooee.aRegisteredAccount()
    const elsewhere = await signInAgain(jane)
    const answer = await change(jane)
    expect(answer.statusCode).toBe(200)
    const { token } = answer.json()
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'auth-token', value: token, httpOnly: true }))
    expect(await isSignedIn(cooee.signedIn({ ...jane, token }))).toBe(true)
    expect(await isSignedIn(jane)).toBe(false)
    expect(await isSignedIn(elsewhere)).toBe(false)
    const outbox = await cooee.local('GET', '/api/sandbox/outbox')
    expect(outbox.json()[0]).toMatchObject({ to: jane.user.email, subject: 'Your Cooee password was changed' })
  })

  test('a new password opens the account, the old one does not', async () => {
    const jane = await cooee.aRegisteredAccount()
    await change(jane)
    await signInAgain(jane, { password: NEW_PASSWORD })
    await expect(signInAgain(jane)).rejects.toThrow('Invalid username or password')
  })

  test('a sign-in with the old password at the moment of the change does not stay signed in', async () => {
    const jane = await cooee.aRegisteredAccount()
    let signingIn: Promise<unknown> = Promise.resolve()
    await cooee.db.transaction().execute(async (trx) => {
      // As far as changing it goes in one step: the row is locked, and every session ends.
      await trx.selectFrom('people').select('id').where('id', '=', jane.user.id).forUpdate().executeTakeFirstOrThrow()
      signingIn = signInAgain(jane).catch(String)
      await expect.poll(() => isSomebodyWaiting(), { timeout: 10_000 }).toBe(true)
      await trx
        .updateTable('people')
        .set({ passwordHash: await hashPassword(NEW_PASSWORD) })
        .where('id', '=', jane.user.id)
        .execute()
      await trx.deleteFrom('sessions').where('accountId', '=', jane.user.circle.id).execute()
    })
    expect(await signingIn).toContain('Invalid username or password')
    const sessions = await cooee.db
      .selectFrom('sessions')
      .select('id')
      .where('accountId', '=', jane.user.circle.id)
      .execute()
    expect(sessions).toEqual([])
  })

  test('changing the password voids a reset link that was requested before', async () => {
    const jane = await cooee.aRegisteredAccount()
    const token = 'x'.repeat(43)
    await cooee.db
      .insertInto('passwordResets')
      .values({
        tokenHash: Buffer.from(token),
        personId: jane.user.id,
        expiresAt: new Date('2027-01-01'),
        usedAt: null,
      })
      .execute()
    await change(jane)
    const open = await cooee.db
      .selectFrom('passwordResets')
      .select('usedAt')
      .where('personId', '=', jane.user.id)
      .executeTakeFirstOrThrow()
    expect(open.usedAt).not.toBeNull()
  })

  test.each([
    ['currentPassword', '', 'Please enter your current password'],
    ['currentPassword', 'Wrong-Morning-7', "That's not your password"],
    ['newPassword', 'Seven-7', 'Password must be at least 8 characters'],
    ['newPassword', 'quiet-evening-8', 'Password must contain at least one uppercase letter'],
    ['newPassword', A_PASSWORD, "That's already your password"],
    [
      'newPassword',
      'Corvette1',
      "That password is too easy to guess. A few words that don't belong together make a good one.",
    ],
  ])('changing the password refuses as %s %j', async (path, value, message) => {
    const jane = await cooee.aRegisteredAccount()
    const answer = await change(jane, { [path]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
    expect(await isSignedIn(jane)).toBe(true)
  })

  test('guesses at an open screen have to wait longer and longer, and the right password works after that', async () => {
    const jane = await cooee.aRegisteredAccount()
    const wrong = () => change(jane, { currentPassword: 'Wrong-Morning-7' })
    for (let guess = 0; guess < 5; guess++) expect((await wrong()).statusCode).toBe(400)
    const refused = await change(jane)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().message).toMatch(/^Too many wrong passwords\. Please try again in 1 second/)
    cooee.clock.advance(2000)
    expect((await change(jane)).statusCode).toBe(200)
  })
})

test('guesses of strangers at the same address or at the sign-in page delay no confirmation of a password in a session, nor the other way round', async () => {
  const jane = await cooee.aRegisteredAccount()
  const { address } = await cooee.db
    .selectFrom('sessions')
    .select('address')
    .where('accountId', '=', jane.user.circle.id)
    .executeTakeFirstOrThrow()
  const failed = (identifier: string, from: string) => ({
    ...{ identifier, address: from, deviceHash: null, failedAt: cooee.clock.now() },
  })
  await cooee.db
    .insertInto('loginFailures')
    .values([
      ...Array.from({ length: 100 }, (_, index) => failed(`somebody${index}`, address ?? '')),
      ...Array.from({ length: 20 }, () => failed(jane.user.username.toLowerCase(), '203.0.113.9')),
    ])
    .execute()
  expect((await change(jane, { currentPassword: 'Wrong-Morning-7' })).statusCode).toBe(400)
  const counted = await cooee.db
    .selectFrom('loginFailures')
    .select('id')
    .where('address', '=', address ?? '')
    .execute()
  expect(counted).toHaveLength(100)
  expect((await change(jane)).statusCode).toBe(200)
})

test.each([
  ['another password', 'POST', '/api/password/change', { newPassword: NEW_PASSWORD }, 'currentPassword'],
  ['another e-mail', 'PATCH', '/api/profile', { email: 'elsewhere@example.com' }, 'currentPassword'],
  ['another phone number', 'PATCH', '/api/profile', { phoneNumber: '+61491570157' }, 'currentPassword'],
  ['no phone number', 'PATCH', '/api/profile', { phoneNumber: null }, 'currentPassword'],
  ['a deletion', 'POST', '/api/account/deletion', {}, 'password'],
  ['a second factor', 'POST', '/api/second-factor', {}, 'password'],
  ['no second factor', 'POST', '/api/second-factor/off', { code: '123456' }, 'password'],
] as const)('%s needs the password, and nothing changes without it', async (_what, method, url, fields, field) => {
  const jane = await cooee.aRegisteredAccount()
  await jane.patch('/api/profile', { phoneNumber: '+61491570156' })
  const before = await fingerprint(cooee)
  for (const password of [undefined, '', 'Wrong-Morning-7']) {
    const answer = await jane.request(method, url, { ...fields, [field]: password })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().errors[0].path).toBe(field)
  }
  expect(await fingerprint(cooee)).toEqual(before)
})

test('a link from a mail does not set a commonly guessed password either', async () => {
  const jane = await cooee.aRegisteredAccount()
  const token = 'x'.repeat(42)
  await cooee.db
    .insertInto('passwordResets')
    .values({
      tokenHash: hashToken(token),
      personId: jane.user.id,
      expiresAt: new Date(cooee.clock.now().getTime() + 60_000),
      usedAt: null,
    })
    .execute()
  for (const password of ['Hartley2026', 'Corvette1', 'Seven-7']) {
    const refused = await cooee.request('POST', '/api/password/reset', { token, password })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].path).toBe('password')
  }
  const taken = await cooee.request('POST', '/api/password/reset', { token, password: NEW_PASSWORD })
  expect(taken.statusCode).toBe(200)
})

describe('the list of sessions', () => {
  test('the list of sessions names devices and addresses, this one first, and no other account’s', async () => {
    const jane = await cooee.aRegisteredAccount()
    await cooee.aRegisteredAccount()
    const elsewhere = await signInAgain(jane)
    const listed = await sessionsOf(elsewhere)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ device: 'Firefox on Linux', isCurrent: true })
    expect(listed[0]?.address).toMatch(/^198\.18\./)
    expect(listed[1]).toMatchObject({ isCurrent: false })
    expect(JSON.stringify(listed)).not.toContain(elsewhere.token)
  })

  test('the name of a browser in the list of sessions cannot break a line', async () => {
    const jane = await cooee.aRegisteredAccount()
    await signInAgain(jane, { userAgent: `curl/8${'x'.repeat(1000)}` })
    const kept = await cooee.db
      .selectFrom('sessions')
      .select('userAgent')
      .where('accountId', '=', jane.user.circle.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(kept.userAgent).toHaveLength(300)
  })

  test('the last use of a session is noted once in five minutes, not with every request', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lastUsed = async () => (await sessionsOf(jane))[0]?.lastUsedAt
    const first = await lastUsed()
    cooee.clock.advance(4 * 60_000)
    expect(await lastUsed()).toBe(first)
    cooee.clock.advance(60_000)
    await jane.get('/api/me')
    expect(await lastUsed()).toBe(cooee.clock.now().toISOString())
  })

  test('the list of sessions leaves out a session that has expired', async () => {
    const jane = await cooee.aRegisteredAccount()
    cooee.clock.advance(6 * 86_400_000)
    const later = await signInAgain(jane)
    cooee.clock.advance(2 * 86_400_000)
    expect(await sessionsOf(later)).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  test('ending a session elsewhere signs it out at once, and this one stays', async () => {
    const jane = await cooee.aRegisteredAccount()
    const elsewhere = await signInAgain(jane)
    const other = (await sessionsOf(jane)).find(({ isCurrent }) => !isCurrent)
    const answer = await jane.delete(`/api/sessions/${other?.id}`)
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies).toEqual([])
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await isSignedIn(jane)).toBe(true)
    expect((await jane.delete(`/api/sessions/${other?.id}`)).statusCode).toBe(404)
  })

  test('ending this session is signing out', async () => {
    const jane = await cooee.aRegisteredAccount()
    const [own] = await sessionsOf(jane)
    const answer = await jane.delete(`/api/sessions/${own?.id}`)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['auth-token', ''],
      ['cooee-known-here', ''],
    ])
    expect(await isSignedIn(jane)).toBe(false)
  })

  test('a session of another account cannot be found', async () => {
    const [jane, june] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
    const [hers] = await sessionsOf(june)
    expect((await jane.delete(`/api/sessions/${hers?.id}`)).statusCode).toBe(404)
    expect(await isSignedIn(june)).toBe(true)
  })

  test('all other sessions end together, and those of other accounts go on', async () => {
    const [jane, june] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
    const elsewhere = [await signInAgain(jane), await signInAgain(jane)]
    expect((await jane.post('/api/sessions/end-others')).json()).toEqual({ ended: 2, revokedTokens: 0 })
    expect(await Promise.all([jane, june, ...elsewhere].map(isSignedIn))).toEqual([true, true, false, false])
    expect((await jane.post('/api/sessions/end-others')).json()).toEqual({ ended: 0, revokedTokens: 0 })
  })
})
