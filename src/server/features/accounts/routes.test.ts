import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD, aRegistration } from '#test/factories.ts'
import { newToken } from './sign-in/sessions.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

describe('registering', () => {
  test('registering answers with the user and a token that works', async () => {
    const body = aRegistration({ username: 'Robyn' })
    const answer = await cooee.request('POST', '/api/register', body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().user).toMatchObject({
      username: 'Robyn',
      role: 'account_holder',
      timezone: 'Australia/Sydney',
    })
    expect(answer.body).not.toContain('assword')
    expect((await cooee.signedIn(answer.json()).get('/api/me')).json()).toEqual(answer.json().user)
  })

  test('registering sets the session cookie, out of reach of scripts and for seven days', async () => {
    const answer = await cooee.request('POST', '/api/register', aRegistration())
    expect(answer.cookies).toEqual([
      { name: 'auth-token', value: answer.json().token, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 604_800 },
      { name: 'cooee-known-here', value: '1', path: '/', sameSite: 'Lax', maxAge: 604_800 },
      {
        name: 'cooee-device',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 34_560_000,
      },
    ])
  })

  test.each([
    ['username', { username: 'TAKEN-name' }, 'This username is already taken'],
    ['email', { email: 'Taken@Example.com' }, 'An account with this email already exists'],
  ])('registering refuses a %s that is taken, whatever its letters look like', async (path, fields, message) => {
    await cooee.request('POST', '/api/register', aRegistration({ username: 'taken-name', email: 'taken@example.com' }))
    const answer = await cooee.request('POST', '/api/register', aRegistration(fields))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
  })

  test("nobody can register with somebody else's e-mail as their username", async () => {
    await cooee.aRegisteredAccount({ email: 'june@example.com' })
    const answer = await cooee.request('POST', '/api/register', aRegistration({ username: 'June@example.com' }))
    expect(answer.statusCode).toBe(409)
  })

  test('two registrations of one name at once make one account', async () => {
    const body = aRegistration()
    const answers = await Promise.all([1, 2, 3].map(() => cooee.request('POST', '/api/register', body)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409])
  })

  test('nobody can register as an admin', async () => {
    const answer = await cooee.request('POST', '/api/register', aRegistration({ role: 'admin' }))
    expect(answer.json().user.role).toBe('account_holder')
  })

  test.each([
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', undefined, 'Username must be at least 3 characters'],
    ['username', 'M\u202egnikcart', 'Please leave out invisible characters'],
    ['email', 'nowhere', 'Invalid email address'],
    ['email', undefined, 'Invalid email address'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['password', 'Seven-7', 'Password must be at least 8 characters'],
    ['password', undefined, 'Password must be at least 8 characters'],
    [
      'password',
      '12345678',
      "That password is too easy to guess. A few words that don't belong together make a good one.",
    ],
  ])('registering refuses %s %j in the words of the form', async (path, value, message) => {
    const answer = await cooee.request('POST', '/api/register', aRegistration({ [path]: value }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
  })

  test('registering takes a password of eight characters', async () => {
    expect((await cooee.request('POST', '/api/register', aRegistration({ password: 'Eight-88' }))).statusCode).toBe(201)
  })

  test('registering names every field that is wrong', async () => {
    const answer = await cooee.request('POST', '/api/register')
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toEqual(['username', 'email', 'password'])
  })

  test('the 61st registration in a minute from one address has to wait', async () => {
    const remoteAddress = anAddress()
    const tries = Array.from({ length: 61 }, () =>
      cooee.request('POST', '/api/register', aRegistration({ username: 'taken-name' }), { remoteAddress }),
    )
    const answers = await Promise.all(tries)
    const refused = answers.filter((answer) => answer.statusCode === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers['retry-after']).toBe('60')
    expect(refused[0]?.json().message).toContain('try again')
    cooee.clock.advance(60_000)
    const later = await cooee.request('POST', '/api/register', aRegistration(), { remoteAddress })
    expect(later.statusCode).toBe(201)
  })
})

describe('signing in', () => {
  test.each(['username', 'email'] as const)(
    'signing in works with the %s, whatever its letters look like',
    async (field) => {
      const { user } = await cooee.aRegisteredAccount()
      const answer = await cooee.request('POST', '/api/login', {
        username: user[field].toUpperCase(),
        password: A_PASSWORD,
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.json().user).toEqual(user)
    },
  )

  test('signing in with a wrong password and with an unknown name get the same answer', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const answers = await Promise.all(
      [user.username, 'nobody-at-all'].map((username) =>
        cooee.request('POST', '/api/login', { username, password: 'Wrong-password-1' }),
      ),
    )
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [401, { message: 'Invalid username or password' }],
      [401, { message: 'Invalid username or password' }],
    ])
  })

  test.each([
    [{ password: 'x' }, 'Username is required'],
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: 'jane', password: '' }, 'Password is required'],
    [{ username: 'jane' }, 'Password is required'],
  ])('signing in refuses %j in the words of the form', async (body, message) => {
    const answer = await cooee.request('POST', '/api/login', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe(message)
  })

  test('ten wrong names at the address of a carrier block nobody there; after a hundred in ten minutes that address has to wait', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const remoteAddress = anAddress()
    const body = { username: user.username, password: A_PASSWORD }
    for (let failure = 0; failure < 100; failure += 1) {
      const guess = { username: `guess-${failure}`, password: 'x' }
      expect((await cooee.request('POST', '/api/login', guess, { remoteAddress })).statusCode).toBe(401)
      if (failure !== 10) continue
      expect((await cooee.request('POST', '/api/login', body, { remoteAddress })).statusCode).toBe(200)
    }
    const refused = await cooee.request('POST', '/api/login', body, { remoteAddress })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.json().message).toBe('Too many failed sign-ins. Please try again in 10 minutes.')
    cooee.clock.advance(600_000)
    expect((await cooee.request('POST', '/api/login', body, { remoteAddress })).statusCode).toBe(200)
  })

  test('guesses at a password sent at once are counted one by one', async () => {
    const remoteAddress = anAddress()
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, guess) =>
        cooee.request('POST', '/api/login', { username: `parallel-${guess}`, password: 'x' }, { remoteAddress }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(100)
  })

  test('a new address of the same IPv6 network is the same visitor', async () => {
    const guess = (last: number, network = '2001:db8:7:7') =>
      cooee.request(
        'POST',
        '/api/login',
        { username: `v6-${network}-${last}`, password: 'x' },
        { remoteAddress: `${network}::${last}` },
      )
    for (let last = 1; last <= 100; last += 1) expect((await guess(last)).statusCode).toBe(401)
    expect((await guess(101)).statusCode).toBe(429)
    expect((await guess(101, '2001:db8:7:8')).statusCode).toBe(401)
  })

  test('guessing a password from many addresses slows down, and the right one still works after the wait', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const guess = (password: string, remoteAddress = anAddress()) =>
      cooee.request('POST', '/api/login', { username: user.username, password }, { remoteAddress })
    let guesses = 0
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      if ((await guess('wrong')).statusCode === 401) guesses += 1
      cooee.clock.advance(60_000)
      if (guesses >= 15) break
    }
    const refused = await guess(A_PASSWORD)
    expect(refused.statusCode).toBe(429)
    cooee.clock.advance(Number(refused.headers['retry-after']) * 1000)
    expect((await guess(A_PASSWORD)).statusCode).toBe(200)
  })

  test('a stranger cannot keep the owner out of a browser that Cooee knows, wherever the guesses come from', async () => {
    const registered = await cooee.request('POST', '/api/register', aRegistration())
    const { username } = registered.json().user
    const device = registered.cookies.find(({ name }) => name === 'cooee-device')?.value ?? ''
    const carrier = anAddress()
    const signIn = (password: string, cookies?: Record<string, string>, remoteAddress = carrier) =>
      cooee.request('POST', '/api/login', { username, password }, { remoteAddress, ...(cookies && { cookies }) })
    for (let failure = 0; failure < 8; failure += 1) await signIn('wrong', undefined, anAddress())
    for (let failure = 0; failure < 8; failure += 1) await signIn('wrong')
    for (let failure = 0; failure < 8; failure += 1) await signIn('wrong', { 'cooee-device': 'x'.repeat(43) })
    expect((await signIn(A_PASSWORD)).statusCode).toBe(429)
    const atHome = await signIn(A_PASSWORD, { 'cooee-device': device })
    expect(atHome.statusCode).toBe(200)
    expect(atHome.cookies.find(({ name }) => name === 'cooee-device')?.value).toBe(device)

    // A stranger at that very screen is slowed down as well.
    for (let failure = 0; failure < 5; failure += 1) await signIn('wrong', { 'cooee-device': device })
    expect((await signIn(A_PASSWORD, { 'cooee-device': device })).statusCode).toBe(429)
  })

  test('a stranger who guesses elsewhere does not delay the owner at home', async () => {
    const { user } = await cooee.aRegisteredAccount()
    const home = anAddress()
    const signIn = (password: string, remoteAddress: string) =>
      cooee.request('POST', '/api/login', { username: user.username, password }, { remoteAddress })
    expect((await signIn(A_PASSWORD, home)).statusCode).toBe(200)
    for (let failure = 0; failure < 6; failure += 1) await signIn('wrong', anAddress())
    expect((await signIn(A_PASSWORD, anAddress())).statusCode).toBe(429)
    expect((await signIn(A_PASSWORD, home)).statusCode).toBe(200)
  })
})

describe('sessions', () => {
  test('a session ends with the logout, at once and everywhere', async () => {
    const jane = await cooee.aRegisteredAccount()
    const answer = await jane.post('/api/logout')
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies[0]).toMatchObject({ name: 'auth-token', value: '' })
    expect(answer.cookies[1]).toMatchObject({ name: 'cooee-known-here', value: '' })
    expect((await jane.get('/api/me')).statusCode).toBe(401)
  })

  test('a session ends after seven days', async () => {
    const jane = await cooee.aRegisteredAccount()
    cooee.clock.advance(7 * 86_400_000 - 1)
    expect((await jane.get('/api/auth/me')).statusCode).toBe(200)
    cooee.clock.advance(1)
    expect((await jane.get('/api/me')).statusCode).toBe(401)
  })

  test('a session is new after every sign-in, and replaces the one this browser had', async () => {
    const jane = await cooee.aRegisteredAccount()
    const elsewhere = await cooee.aRegisteredAccount()
    const signIn = async (cookie: string) => {
      const body = { username: jane.user.username, password: A_PASSWORD }
      const headers = { cookie: `auth-token=${cookie}` }
      return cooee.signedIn((await cooee.request('POST', '/api/login', body, { headers })).json())
    }
    const again = await signIn(jane.token)
    for (const { token } of [jane, again]) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(again.token).not.toBe(jane.token)
    expect((await jane.get('/api/me')).statusCode).toBe(401)
    expect((await again.get('/api/me')).statusCode).toBe(200)
    // The cookie of another account reveals nothing about it, and a planted one is not adopted.
    const third = await signIn(elsewhere.token)
    expect(third.token).not.toBe(elsewhere.token)
    expect((await elsewhere.get('/api/me')).statusCode).toBe(200)
    expect((await again.get('/api/me')).statusCode).toBe(200)
  })

  test('a session has a token of 256 random bits', () => {
    const tokens = Array.from({ length: 200 }, () => Buffer.from(newToken(), 'base64url'))
    const bits = tokens.map((token) => [...token].map((byte) => byte.toString(2).padStart(8, '0')).join(''))
    expect(new Set(bits.map(({ length }) => length))).toEqual(new Set([256]))
    const constant = Array.from({ length: 256 }, (_, at) => new Set(bits.map((text) => text[at])).size === 1)
    expect(constant).not.toContain(true)
  })

  test('a session that nobody uses ends after seven days as well', async () => {
    const jane = await cooee.aRegisteredAccount()
    cooee.clock.advance(7 * 86_400_000)
    expect((await jane.get('/api/me')).statusCode).toBe(401)
  })

  test('a session is stored so that the database cannot be used to sign in', async () => {
    const jane = await cooee.aRegisteredAccount()
    const rows = await cooee.db.selectFrom('sessions').selectAll().where('personId', '=', jane.user.id).execute()
    expect(JSON.stringify(rows)).not.toContain(jane.token)
    expect(rows[0]?.tokenHash).toHaveLength(32)
  })
})
