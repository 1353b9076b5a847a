import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { softwareAuthenticator } from '#test/software-authenticator.ts'
import { deleteExpiredRecords } from '../profile/delete-expired-records.ts'
import { newAppSecret } from '../second-factor/app-codes.ts'
import { endAllSessions } from '../sign-in/end-all-sessions.ts'
import { suspendByAdmin } from '../suspension.ts'
import { passkeyPlace } from './passkey-place.ts'

const MINUTE = 60_000
const REFUSED = "We couldn't sign you in with that passkey. Please use your password."
const TOO_LATE = 'That took too long. Please try again.'

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
})
afterAll(() => cooee.close())

type Device = ReturnType<typeof softwareAuthenticator>
type Faults = Parameters<Device['get']>[1]

const begin = (person: SignedIn, body: object = {}) =>
  person.post('/api/passkeys/options', { password: A_PASSWORD, ...body })

async function add(person: SignedIn, device: Device, faults?: Faults) {
  const options = await begin(person)
  expect(options.statusCode, options.body).toBe(200)
  return person.post('/api/passkeys', { name: 'Phone', credential: device.create(options.json(), faults) })
}

async function aPasskey(person: SignedIn): Promise<Device & { id: number }> {
  const device = softwareAuthenticator()
  const added = await add(person, device)
  expect(added.statusCode, added.body).toBe(201)
  return { ...device, id: added.json().id }
}

const beginSignIn = async (remoteAddress = anAddress()) => {
  const answer = await cooee.request('POST', '/api/login/passkey/options', undefined, { remoteAddress })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const send = (credential: unknown, cookie = '') =>
  cooee.request('POST', '/api/login/passkey', { credential }, { remoteAddress: anAddress(), headers: { cookie } })
const signIn = async (device: Device, faults?: Faults) => send(device.get(await beginSignIn(), faults))

const said = async (answer: ReturnType<typeof send>) => {
  const { statusCode, json } = await answer
  return [statusCode, json().message]
}
const mailsTo = (person: SignedIn) =>
  cooee.db
    .selectFrom('messages')
    .select(['subject', 'text'])
    .where('personId', '=', person.user.id)
    .orderBy('id')
    .execute()
const auditOf = (person: SignedIn) =>
  cooee.db
    .selectFrom('auditLog')
    .select(['action', 'detail'])
    .where('username', '=', `account ${person.user.circle.id}`)
    .orderBy('id')
    .execute()

describe('adding a passkey', () => {
  test('it is listed, mailed, and in the activity log and the audit log', async () => {
    const { id } = await aPasskey(jane)
    expect((await jane.get('/api/passkeys')).json()).toEqual({
      address: 'http://localhost:3000',
      passkeys: [{ id, name: 'Phone', createdAt: cooee.clock.now().toISOString(), lastUsedAt: null }],
    })
    const mail = (await mailsTo(jane)).at(-1)
    expect(mail?.subject).toBe('A passkey was added to your Cooee account')
    expect(mail?.text).toContain('A passkey named "Phone"')
    const [entry] = (await jane.get('/api/activity')).json()
    expect(entry.description).toBe('Jane Hartley added the passkey "Phone"')
    expect(await auditOf(jane)).toEqual([
      { action: 'passkey.added', detail: `passkey ${id} of person ${jane.user.id}` },
    ])
  })

  test('the browser is asked for one that its owner proves and that needs no name typed', async () => {
    const device = await aPasskey(jane)
    const options = (await begin(jane)).json()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Cooee' },
      user: { name: jane.user.username, displayName: 'Jane Hartley' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: device.own.credentialId.toString('base64url') }],
    })
    expect(options.user.id).toBe(device.own.userHandle.toString('base64url'))
  })

  test('without the password nothing is asked of the browser', async () => {
    for (const password of [undefined, '', 'Wrong-Morning-7']) {
      const answer = await begin(jane, { password })
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'password'])
    }
  })

  test('where signing in asks for a code, adding a passkey does too', async () => {
    const secret = newAppSecret()
    await cooee.db
      .insertInto('secondFactors')
      .values({
        personId: jane.user.id,
        secret,
        sealedWith: null,
        createdAt: cooee.clock.now(),
        confirmedAt: cooee.clock.now(),
      })
      .execute()
    for (const code of [undefined, '', '000000']) {
      const answer = await begin(jane, { code })
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'code'])
    }
    expect((await begin(jane, { password: 'Wrong-Morning-7' })).json().errors[0].path).toBe('password')
  })

  test.each<[string, Faults]>([
    ['made on another page', { origin: 'http://localhost:3001' }],
    ['made for another name', { rpId: 'example.com' }],
    ['made without its owner', { isUserUnknown: true }],
  ])('a passkey that was %s is refused', async (_what, faults) => {
    const answer = await add(jane, softwareAuthenticator(), faults)
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'credential'])
    expect((await jane.get('/api/passkeys')).json().passkeys).toEqual([])
  })

  test('a challenge counts once, for five minutes, for the person who asked, and for adding alone', async () => {
    const device = softwareAuthenticator()
    const answer = (person: SignedIn, options: never) =>
      person.post('/api/passkeys', { name: 'Phone', credential: device.create(options) })
    const used = (await begin(jane)).json() as never
    expect((await answer(jane, used)).statusCode).toBe(201)
    expect((await answer(jane, used)).json().message).toBe(TOO_LATE)
    const june = await cooee.aRegisteredAccount()
    expect((await answer(june, (await begin(jane)).json() as never)).statusCode).toBe(409)
    const late = (await begin(jane)).json() as never
    cooee.clock.advance(5 * MINUTE)
    expect((await answer(jane, late)).statusCode).toBe(409)
    const { challenge } = await beginSignIn()
    const options = (await begin(jane)).json()
    expect((await answer(jane, { ...options, challenge } as never)).statusCode).toBe(409)
  })

  test('the id of somebody else’s passkey is refused, and theirs goes on', async () => {
    const hers = await aPasskey(jane)
    const june = await cooee.aRegisteredAccount()
    const answer = await add(june, softwareAuthenticator(), { credentialId: hers.own.credentialId })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'That passkey is used already'])
    expect((await signIn(hers)).json().user.id).toBe(jane.user.id)
  })

  test('ten can be added, and no more', async () => {
    const values = Array.from({ length: 9 }, () => ({
      ...{ personId: jane.user.id, name: 'One of many', credentialId: randomBytes(16), publicKey: Buffer.from('x') },
      ...{ userHandle: Buffer.from('x'), signCount: 0, createdAt: cooee.clock.now() },
    }))
    await cooee.db.insertInto('passkeys').values(values).execute()
    const [first, second] = [(await begin(jane)).json(), (await begin(jane)).json()]
    const keep = (options: never) =>
      jane.post('/api/passkeys', { name: 'Phone', credential: softwareAuthenticator().create(options) })
    const together = await Promise.all([keep(first as never), keep(second as never)])
    expect(together.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await begin(jane)).statusCode).toBe(409)
  })
})

describe('signing in with a passkey', () => {
  test('it begins a session as a password does, with the cookies, and notes the use', async () => {
    const device = await aPasskey(jane)
    const answer = await signIn(device)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().user.id).toBe(jane.user.id)
    expect(answer.cookies.map(({ name }) => name)).toEqual(['auth-token', 'cooee-known-here', 'cooee-device'])
    const as = cooee.signedIn(answer.json())
    expect((await as.get('/api/sessions')).json()).toHaveLength(2)
    expect((await as.get('/api/passkeys')).json().passkeys[0].lastUsedAt).toBe(cooee.clock.now().toISOString())
  })

  test('it replaces the session that the browser has', async () => {
    const device = await aPasskey(jane)
    const answer = await send(device.get(await beginSignIn()), `auth-token=${jane.token}`)
    expect((await cooee.signedIn(answer.json()).get('/api/sessions')).json()).toHaveLength(1)
  })

  test('it stands for the code too', async () => {
    const device = await aPasskey(jane)
    const now = cooee.clock.now()
    await cooee.db
      .insertInto('secondFactors')
      .values({ personId: jane.user.id, secret: newAppSecret(), sealedWith: null, createdAt: now, confirmedAt: now })
      .execute()
    expect((await signIn(device)).statusCode).toBe(200)
  })

  test('what is asked of the browser names nobody', async () => {
    await aPasskey(jane)
    expect(await beginSignIn()).toEqual({
      ...{ challenge: expect.stringMatching(/^[\w-]{43}$/), rpId: 'localhost' },
      ...{ timeout: 300_000, userVerification: 'required' },
    })
  })

  test('an unknown passkey, a wrong signature and everything else that is not right get the same answer', async () => {
    const device = await aPasskey(jane)
    const hers = await aPasskey(await cooee.aRegisteredAccount())
    const stranger = softwareAuthenticator()
    stranger.own.userHandle = device.own.userHandle
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const wrong: [Device, Faults][] = [
      [stranger, {}],
      [device, { key: privateKey }],
      [device, { origin: 'http://localhost:3001' }],
      [device, { origin: 'https://evil.example' }],
      [device, { rpId: 'example.com' }],
      [device, { isUserUnknown: true }],
      [device, { userHandle: Buffer.from('somebody') }],
      [device, { userHandle: hers.own.userHandle }],
      [device, { credentialId: hers.own.credentialId }],
    ]
    for (const [each, faults] of wrong) {
      expect(await said(signIn(each, faults)), JSON.stringify(faults)).toEqual([401, REFUSED])
      await cooee.db.deleteFrom('loginFailures').execute()
    }
  })

  test('a challenge counts once, even where the try failed', async () => {
    const device = await aPasskey(jane)
    const used = device.get(await beginSignIn())
    expect((await send(used)).statusCode).toBe(200)
    expect(await said(send(used))).toEqual([401, TOO_LATE])
    const failed = await beginSignIn()
    expect(await said(send(device.get(failed, { isUserUnknown: true })))).toEqual([401, REFUSED])
    expect(await said(send(device.get(failed)))).toEqual([401, TOO_LATE])
  })

  test('a challenge that has expired, was made for adding, or never was is refused', async () => {
    const device = await aPasskey(jane)
    const late = await beginSignIn()
    cooee.clock.advance(5 * MINUTE)
    expect(await said(send(device.get(late)))).toEqual([401, TOO_LATE])
    const forAdding = (await begin(jane)).json().challenge
    expect(await said(send(device.get({ ...late, challenge: forAdding })))).toEqual([401, TOO_LATE])
    expect(await said(send(device.get({ ...late, challenge: 'x'.repeat(43) })))).toEqual([401, TOO_LATE])
    const { response, ...rest } = device.get(late)
    expect(await said(send({ ...rest, response: { ...response, clientDataJSON: 'bm9uZQ' } }))).toEqual([401, TOO_LATE])
  })

  test('expired challenges are deleted', async () => {
    await beginSignIn()
    const fresh = async () => (await cooee.db.selectFrom('passkeyChallenges').select('expiresAt').execute()).length
    await deleteExpiredRecords(cooee.db, cooee.clock.now())
    expect(await fresh()).toBeGreaterThan(0)
    await deleteExpiredRecords(cooee.db, new Date(cooee.clock.now().getTime() + 5 * MINUTE))
    expect(await fresh()).toBe(0)
  })

  test('a count that does not grow is refused, and the audit log says so', async () => {
    const device = await aPasskey(jane)
    expect((await signIn(device, { count: 7 })).statusCode).toBe(200)
    for (const count of [7, 6, 0]) expect(await said(signIn(device, { count }))).toEqual([401, REFUSED])
    expect((await auditOf(jane)).slice(1)).toEqual(
      Array.from({ length: 3 }, () => ({
        action: 'passkey.count_went_back',
        detail: `passkey ${device.id} of person ${jane.user.id}`,
      })),
    )
    expect((await signIn(device, { count: 8 })).statusCode).toBe(200)
  })

  test('a device that keeps no count signs in again and again', async () => {
    const device = softwareAuthenticator()
    await add(jane, device, { count: 0 })
    for (const count of [0, 0]) expect((await signIn(device, { count })).statusCode).toBe(200)
  })

  test('of two sign-ins with one count at the same moment one is refused', async () => {
    const device = await aPasskey(jane)
    const both = [await beginSignIn(), await beginSignIn()].map((options) => device.get(options, { count: 5 }))
    const answers = await Promise.all(both.map((credential) => send(credential)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('failures count like wrong passwords, and a sign-in forgives them', async () => {
    const device = await aPasskey(jane)
    for (let index = 0; index < 5; index++) await signIn(device, { isUserUnknown: true })
    expect((await signIn(device)).statusCode).toBe(429)
    cooee.clock.advance(2000)
    expect((await signIn(device)).statusCode).toBe(200)
  })

  test('more than sixty sign-ins a minute from one address have to wait', async () => {
    const remoteAddress = anAddress()
    for (let index = 0; index < 60; index++) await beginSignIn(remoteAddress)
    const refused = await cooee.request('POST', '/api/login/passkey/options', undefined, { remoteAddress })
    expect(refused.statusCode).toBe(429)
  })

  test('a suspended account does not open, and its owner reads why', async () => {
    const device = await aPasskey(jane)
    await cooee.db.transaction().execute((trx) => suspendByAdmin(trx, jane.user.circle.id, cooee.clock.now()))
    const answer = await signIn(device)
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('suspended')])
  })

  test('an account that is being deleted answers as an unknown passkey', async () => {
    const device = await aPasskey(jane)
    await cooee.db
      .updateTable('accounts')
      .set({ deleteAt: cooee.clock.now(), deletionBeganAt: cooee.clock.now() })
      .where('id', '=', jane.user.circle.id)
      .execute()
    expect(await said(signIn(device))).toEqual([401, REFUSED])
  })
})

describe('the passkeys of a person', () => {
  test('one gets another name', async () => {
    const { id } = await aPasskey(jane)
    const renamed = await jane.patch(`/api/passkeys/${id}`, { name: ' Jane’s iPhone ' })
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Jane’s iPhone'])
    expect((await jane.patch(`/api/passkeys/${id}`, { name: ' ' })).json().errors[0].path).toBe('name')
  })

  test('one that was removed signs in no more; the person is mailed, and both logs say so', async () => {
    const device = await aPasskey(jane)
    expect((await jane.delete(`/api/passkeys/${device.id}`)).statusCode).toBe(204)
    expect(await said(signIn(device))).toEqual([401, REFUSED])
    expect((await mailsTo(jane)).at(-1)?.subject).toBe('A passkey was removed from your Cooee account')
    expect((await jane.get('/api/activity')).json()[0].description).toContain('removed the passkey "Phone"')
    expect((await auditOf(jane)).map(({ action }) => action)).toEqual(['passkey.added', 'passkey.removed'])
    expect((await jane.delete(`/api/passkeys/${device.id}`)).statusCode).toBe(404)
  })

  test('somebody else’s are neither renamed nor removed', async () => {
    const { id } = await aPasskey(jane)
    const june = await cooee.aRegisteredAccount()
    expect((await june.patch(`/api/passkeys/${id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await june.delete(`/api/passkeys/${id}`)).statusCode).toBe(404)
    expect((await june.get('/api/passkeys')).json().passkeys).toEqual([])
  })

  test('they outlive "sign out everywhere else" and a new password, whose mail says so', async () => {
    const device = await aPasskey(jane)
    await jane.post('/api/sessions/end-others')
    const change = { currentPassword: A_PASSWORD, newPassword: 'Quiet-Evening-8' }
    expect((await jane.post('/api/password/change', change)).statusCode).toBe(200)
    expect((await mailsTo(jane)).at(-1)?.text).toContain('Your passkey still works.')
    const answer = await signIn(device)
    expect((await cooee.signedIn(answer.json()).get('/api/passkeys')).json().passkeys).toHaveLength(1)
  })

  test('a restored backup keeps them, and no challenge', async () => {
    const device = await aPasskey(jane)
    const options = await beginSignIn()
    await cooee.db.transaction().execute(endAllSessions)
    expect(await said(send(device.get(options)))).toEqual([401, TOO_LATE])
    expect((await signIn(device)).statusCode).toBe(200)
  })
})

test.each([
  ['https://cooee.example', { rpId: 'cooee.example', origin: 'https://cooee.example' }],
  ['https://cooee.example:8443/', { rpId: 'cooee.example', origin: 'https://cooee.example:8443' }],
  ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
  ['http://cooee.example', null],
  ['https://192.0.2.7', null],
  ['http://127.0.0.1:3000', null],
  ['https://[2001:db8::1]', null],
])('passkeys at %s: %j', (publicUrl, place) => {
  expect(passkeyPlace(publicUrl)).toEqual(place)
})

test('at an address where browsers take no passkeys none is begun, and the list says so', async () => {
  const plain = await buildTestApp({ publicUrl: 'http://192.0.2.7:3000' })
  const somebody = await plain.aRegisteredAccount()
  expect((await somebody.get('/api/passkeys')).json()).toEqual({ address: null, passkeys: [] })
  expect((await begin(somebody)).statusCode).toBe(409)
  expect((await plain.request('POST', '/api/login/passkey/options')).statusCode).toBe(409)
  await plain.close()
})
