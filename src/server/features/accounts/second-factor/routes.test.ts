import { createSecretKey, randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { hashToken, newToken } from '../sign-in/sessions.ts'
import { appCodeAt } from './app-codes.ts'
import { removeSecondFactor } from './switch-off.ts'

const START = new Date('2026-03-10T00:00:00.000Z')
const STEP_MS = 30_000
const MINUTE_MS = 60_000
const sealing = createSealing({ current: createSecretKey(randomBytes(32)) }, pino({ level: 'silent' }))

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp({ sealing, adminSecondFactor: 'required' })
})
afterAll(() => cooee.close())
beforeEach(() => cooee.clock.set(START))

interface Protected extends SignedIn {
  secret: string
  recoveryCodes: string[]
}

const codeNow = ({ secret }: { secret: string }, steps = 0) =>
  appCodeAt(secret, new Date(cooee.clock.now().getTime() + steps * STEP_MS))
const later = (milliseconds: number) => cooee.clock.set(new Date(cooee.clock.now().getTime() + milliseconds))

const begin = (carer: SignedIn, password = A_PASSWORD) => carer.post('/api/second-factor', { password })
const confirm = (carer: SignedIn, code: string) => carer.post('/api/second-factor/confirm', { code })
const stateOf = async (carer: SignedIn) => (await carer.get('/api/second-factor')).json()
const signIn = (
  { user: { username } }: SignedIn,
  fields: Record<string, unknown> = {},
  remoteAddress: string = anAddress(),
) => cooee.request('POST', '/api/login', { username, password: A_PASSWORD, ...fields }, { remoteAddress })
const off = (carer: SignedIn, fields: Record<string, unknown>) =>
  carer.post('/api/second-factor/off', { password: A_PASSWORD, ...fields })

/** A user with codes switched on; the code that did it is two steps old. */
async function aProtectedAccount(carer?: SignedIn): Promise<Protected> {
  const jane = carer ?? (await cooee.aRegisteredAccount())
  const { secret } = (await begin(jane)).json()
  const answer = await confirm(jane, codeNow({ secret }))
  if (answer.statusCode !== 200) throw new Error(`Confirming answered ${answer.statusCode}: ${answer.body}`)
  later(2 * STEP_MS)
  return { ...jane, secret, recoveryCodes: answer.json().recoveryCodes }
}

/** By a link from a mail. */
async function resetPassword({ user }: SignedIn, password: string) {
  const token = newToken()
  await cooee.db
    .insertInto('passwordResets')
    .values({ tokenHash: hashToken(token), personId: user.id, expiresAt: new Date('2027-01-01'), usedAt: null })
    .execute()
  return cooee.request('POST', '/api/password/reset', { token, password })
}

async function mailsTo({ user }: SignedIn): Promise<string[]> {
  const mails = await cooee.db
    .selectFrom('messages')
    .select('subject')
    .where('recipient', '=', user.email)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject ?? '')
}

describe('switching codes on', () => {
  test('switching codes on asks for the password, and changes nothing before a code is confirmed', async () => {
    const jane = await cooee.aRegisteredAccount()
    const wrong = await begin(jane, 'Wrong-Morning-7')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().errors).toEqual([{ path: 'password', message: "That's not your password" }])
    const { secret, address } = (await begin(jane)).json()
    expect(address).toContain(`secret=${secret}`)
    expect(await stateOf(jane)).toEqual({ isOn: false, recoveryCodesLeft: 0, isRequired: false })
    expect((await signIn(jane)).statusCode).toBe(200)
  })

  test('switching codes on shows ten recovery codes, signs out every other device and notifies by mail', async () => {
    const jane = await cooee.aRegisteredAccount()
    const { token } = (await signIn(jane)).json()
    const elsewhere = cooee.signedIn({ user: jane.user, token })
    const { recoveryCodes } = await aProtectedAccount(jane)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect(await stateOf(jane)).toEqual({ isOn: true, recoveryCodesLeft: 10, isRequired: false })
    expect((await elsewhere.get('/api/me')).statusCode).toBe(401)
    expect(await mailsTo(jane)).toEqual(['You now need a code to sign in to Cooee'])
  })

  test('switching codes on refuses a wrong code, and a code of a secret that was replaced', async () => {
    const jane = await cooee.aRegisteredAccount()
    const first = (await begin(jane)).json()
    const second = (await begin(jane)).json()
    const answer = await confirm(jane, codeNow(first))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe('code')
    expect((await confirm(jane, codeNow(second))).statusCode).toBe(200)
  })

  test('switching codes on is a conflict when they are on, when it was never begun, and when that was long ago', async () => {
    const jane = await aProtectedAccount()
    expect((await begin(jane)).statusCode).toBe(409)
    expect((await confirm(jane, codeNow(jane))).statusCode).toBe(409)
    const joe = await cooee.aRegisteredAccount()
    expect((await confirm(joe, '123456')).statusCode).toBe(409)
    const { secret } = (await begin(joe)).json()
    later(31 * MINUTE_MS)
    expect((await confirm(joe, codeNow({ secret }))).statusCode).toBe(409)
  })

  test('switching codes on twice at once does it once', async () => {
    const jane = await cooee.aRegisteredAccount()
    const { secret } = (await begin(jane)).json()
    const answers = await Promise.all([confirm(jane, codeNow({ secret })), confirm(jane, codeNow({ secret }))])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await stateOf(jane)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  })

  test('neither the secret of codes nor a recovery code can be read in the database', async () => {
    const { user, secret, recoveryCodes } = await aProtectedAccount()
    const row = await cooee.db
      .selectFrom('secondFactors')
      .selectAll()
      .where('personId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row.sealedWith).toBe(sealing.keyId)
    const codes = await cooee.db
      .selectFrom('recoveryCodes')
      .select('codeHash')
      .where('secondFactorId', '=', row.id)
      .execute()
    const stored = `${JSON.stringify(row)} ${codes.map(({ codeHash }) => codeHash.toString('utf8')).join(' ')}`
    expect(stored).not.toContain(secret)
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

describe('signing in with codes', () => {
  test('signing in without codes is as it was, also with a code', async () => {
    const jane = await cooee.aRegisteredAccount()
    expect((await signIn(jane, { code: '123456' })).statusCode).toBe(200)
    await begin(jane)
    expect(Object.keys((await signIn(jane)).json()).sort()).toEqual(['token', 'user'])
  })

  test('signing in asks for the code only after the right password', async () => {
    const jane = await aProtectedAccount()
    const wrong = await signIn(jane, { password: 'Wrong-Morning-7', code: codeNow(jane) })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({ message: 'Invalid username or password' })
    for (const code of [undefined, '', '  ']) {
      const right = await signIn(jane, { code })
      expect(right.statusCode).toBe(401)
      expect(right.json()).toEqual({
        message: 'Enter the code from your authenticator app',
        errors: [{ path: 'code', message: 'Enter the code from your authenticator app' }],
      })
      expect(right.cookies).toEqual([])
    }
  })

  test('signing in works with a code, and each code works once', async () => {
    const jane = await aProtectedAccount()
    const code = codeNow(jane)
    expect((await signIn(jane, { code })).statusCode).toBe(200)
    const again = await signIn(jane, { code })
    expect(again.statusCode).toBe(401)
    expect(again.json().errors[0].path).toBe('code')
    later(STEP_MS)
    expect((await signIn(jane, { code })).statusCode).toBe(401)
    expect((await signIn(jane, { code: codeNow(jane) })).statusCode).toBe(200)
  })

  test('signing in does not take the code again that switched codes on', async () => {
    const jane = await cooee.aRegisteredAccount()
    const { secret } = (await begin(jane)).json()
    const code = codeNow({ secret })
    await confirm(jane, code)
    expect((await signIn(jane, { code })).statusCode).toBe(401)
  })

  test('signing in five times at once with one code signs in once', async () => {
    const jane = await aProtectedAccount()
    const code = codeNow(jane)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(jane, { code })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('signing in allows for a phone whose clock is half a minute off, but not for more', async () => {
    const jane = await aProtectedAccount()
    expect((await signIn(jane, { code: codeNow(jane, -2) })).statusCode).toBe(401)
    expect((await signIn(jane, { code: codeNow(jane, 2) })).statusCode).toBe(401)
    expect((await signIn(jane, { code: codeNow(jane, -1) })).statusCode).toBe(200)
    expect((await signIn(jane, { code: codeNow(jane, 1) })).statusCode).toBe(200)
    expect((await signIn(jane, { code: codeNow(jane, 0) })).statusCode).toBe(401)
  })

  test('signing in refuses another account’s code and recovery code', async () => {
    const [jane, joe] = [await aProtectedAccount(), await aProtectedAccount()]
    expect((await signIn(jane, { code: codeNow(joe) })).statusCode).toBe(401)
    expect((await signIn(jane, { code: joe.recoveryCodes[0] })).statusCode).toBe(401)
    expect((await signIn(joe, { code: joe.recoveryCodes[0] })).statusCode).toBe(200)
  })

  test('signing in works with a recovery code, however it is typed, once; a mail says how many are left', async () => {
    const jane = await aProtectedAccount()
    const [code = ''] = jane.recoveryCodes
    expect((await signIn(jane, { code: ` ${code.toUpperCase().replaceAll('-', ' ')}` })).statusCode).toBe(200)
    expect((await signIn(jane, { code })).statusCode).toBe(401)
    expect(await stateOf(jane)).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await mailsTo(jane)).at(-1)).toBe('Someone signed in with a recovery code')
  })

  test('signing in five times at once with one recovery code signs in once', async () => {
    const jane = await aProtectedAccount()
    const [code] = jane.recoveryCodes
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(jane, { code })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await stateOf(jane)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('signing in asks for a code when codes are switched on while the password is checked', async () => {
    const jane = await cooee.aRegisteredAccount()
    const { secret } = (await begin(jane)).json()
    const [switchedOn, ...signedIn] = await Promise.all([
      confirm(jane, codeNow({ secret })),
      ...Array.from({ length: 4 }, () => signIn(jane)),
    ])
    expect(switchedOn.statusCode).toBe(200)
    for (const answer of signedIn.filter(({ statusCode }) => statusCode === 200)) {
      // The sign-in, if it was quicker, was signed out by it.
      const other = cooee.signedIn({ user: jane.user, token: answer.json().token })
      expect((await other.get('/api/me')).statusCode).toBe(401)
    }
  })

  test('signing in without the key that the secret is sealed with works with a recovery code only', async () => {
    const jane = await aProtectedAccount()
    const stranger = createSealing({ current: createSecretKey(randomBytes(32)) }, pino({ level: 'silent' }))
    const sealed = stranger.sealText('second_factors.secret', { personId: jane.user.id }, jane.secret)
    await cooee.db
      .updateTable('secondFactors')
      .set({ secret: sealed.value, sealedWith: sealed.sealedWith })
      .where('personId', '=', jane.user.id)
      .execute()
    expect((await signIn(jane)).statusCode).toBe(401)
    expect((await signIn(jane, { code: codeNow(jane) })).statusCode).toBe(503)
    expect((await signIn(jane, { code: jane.recoveryCodes[0] })).statusCode).toBe(200)
  })
})

describe('guesses at codes', () => {
  /** Guesses with the right password until the next one has to wait, from ever new addresses or always the same. */
  async function guesses(jane: Protected, address?: string): Promise<number> {
    for (let guess = 0; guess < 30; guess += 1) {
      const answer = await signIn(jane, { code: 'aaaa-aaaa' }, address ?? anAddress())
      if (answer.statusCode === 429) return guess
      expect(answer.statusCode).toBe(401)
    }
    return 30
  }

  test('guessing codes is slowed down like guessing passwords: per account, from any address', async () => {
    const jane = await aProtectedAccount()
    expect(await guesses(jane)).toBe(5)
    const answer = await signIn(jane, { code: codeNow(jane) })
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toMatch(/^Too many wrong codes\. Please try again in/)
    expect(answer.headers['retry-after']).toBeDefined()
  })

  test('guessing codes never locks the owner out: after the delay the right code works', async () => {
    const jane = await aProtectedAccount()
    await guesses(jane)
    later(15 * MINUTE_MS)
    expect((await signIn(jane, { code: codeNow(jane) })).statusCode).toBe(200)
  })

  test('forty guesses at a code at once are forty failures', async () => {
    const jane = await aProtectedAccount()
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(jane, { code: 'aaaa-aaaa' })))
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(5)
  })

  test('guessing codes is not forgiven by the right password, with or without a session, nor by a reset of it', async () => {
    const jane = await aProtectedAccount()
    await guesses(jane)
    await signIn(jane)
    await begin(jane) // confirms the password; it is a conflict otherwise
    const password = 'Quiet-Evening-8'
    expect((await resetPassword(jane, password)).statusCode).toBe(200)
    expect((await signIn(jane, { password, code: codeNow(jane) })).statusCode).toBe(429)
  })

  test('being asked for the code repeatedly is no guess', async () => {
    const jane = await aProtectedAccount()
    const address = anAddress()
    for (let time = 0; time < 12; time += 1) expect((await signIn(jane, {}, address)).statusCode).toBe(401)
    expect((await signIn(jane, { code: codeNow(jane) }, address)).statusCode).toBe(200)
  })
})

describe('forgotten passwords with codes', () => {
  test('a forgotten password does not bypass the code', async () => {
    const jane = await aProtectedAccount()
    const password = 'Quiet-Evening-8'
    expect((await resetPassword(jane, password)).statusCode).toBe(200)
    expect((await signIn(jane, { password })).json().errors[0].path).toBe('code')
    expect((await signIn(jane, { password, code: codeNow(jane) })).statusCode).toBe(200)
  })
})

describe('switching codes off', () => {
  test('switching codes off asks for the password and a code, and notifies by mail', async () => {
    const jane = await aProtectedAccount()
    expect((await off(jane, { password: 'Wrong-Morning-7', code: codeNow(jane) })).json().errors[0].path).toBe(
      'password',
    )
    expect((await off(jane, { code: '12345a' })).json().errors[0].path).toBe('code')
    expect(await stateOf(jane)).toMatchObject({ isOn: true })
    expect((await off(jane, { code: codeNow(jane) })).statusCode).toBe(204)
    expect(await stateOf(jane)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect((await signIn(jane)).statusCode).toBe(200)
    expect((await mailsTo(jane)).at(-1)).toBe('You no longer need a code to sign in to Cooee')
  })

  test('switching codes off works with a recovery code, and is a conflict afterwards', async () => {
    const jane = await aProtectedAccount()
    expect((await off(jane, { code: jane.recoveryCodes[3] })).statusCode).toBe(204)
    expect((await off(jane, { code: jane.recoveryCodes[4] })).statusCode).toBe(409)
  })

  test('guesses while switching codes off are counted, and the right password does not forgive them', async () => {
    const jane = await aProtectedAccount()
    const answers: number[] = []
    for (let guess = 0; guess < 7; guess += 1) answers.push((await off(jane, { code: 'aaaa' })).statusCode)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  test('an operator can switch codes off for an account holder who has lost everything; the log says so, and a mail', async () => {
    const jane = await aProtectedAccount()
    const { db, jobs } = cooee
    const username = jane.user.username.toUpperCase()
    const removed = { kind: 'removed', username: jane.user.username }
    expect(await removeSecondFactor({ db, jobs }, username)).toEqual(removed)
    expect(await removeSecondFactor({ db, jobs }, username)).toMatchObject({ kind: 'had_none' })
    expect(await removeSecondFactor({ db, jobs }, 'nobody at all')).toEqual({ kind: 'nobody' })
    expect((await signIn(jane)).statusCode).toBe(200)
    expect((await mailsTo(jane)).at(-1)).toBe('You no longer need a code to sign in to Cooee')
    const entry = await db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      username: 'operator',
      action: 'second_factor.removed',
      detail: `person ${jane.user.id}`,
    })
  })
})

describe('admins who need codes', () => {
  test('an admin without codes is sent to their settings, and everything else stays open to them', async () => {
    const admin = await cooee.anAdmin()
    const answer = await admin.get('/api/admin/stats')
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      message: 'Admins of this Cooee also need an authenticator app. Switch it on in Settings, under Security.',
      errors: [{ path: 'secondFactor', message: expect.any(String) }],
    })
    expect(await stateOf(admin)).toMatchObject({ isOn: false, isRequired: true })
    expect((await admin.get('/api/loved-ones')).statusCode).toBe(200)
    await begin(admin)
    expect((await admin.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('an admin with codes enters; the log says who switched them on and off', async () => {
    const admin = await aProtectedAccount(await cooee.anAdmin())
    expect((await admin.get('/api/admin/stats')).statusCode).toBe(200)
    const log = (await admin.get('/api/admin/audit')).json()
    expect(log[0]).toMatchObject({ username: admin.user.username, action: 'second_factor.on' })
    await off(admin, { code: codeNow(admin) })
    expect((await admin.get('/api/admin/stats')).statusCode).toBe(403)
  })

  test('an account holder still reads that only an admin may', async () => {
    const jane = await aProtectedAccount()
    expect((await jane.get('/api/admin/stats')).json()).toEqual({ message: 'Only an admin may do this' })
  })

  test('the system report counts the admins without codes', async () => {
    const admin = await aProtectedAccount(await cooee.anAdmin())
    const before = (await admin.get('/api/admin/system')).json().adminsWithoutSecondFactor
    await begin(await cooee.anAdmin())
    expect((await admin.get('/api/admin/system')).json().adminsWithoutSecondFactor).toBe(before + 1)
  })
})
