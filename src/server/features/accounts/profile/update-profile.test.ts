import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

test('saving a profile changes what is given, keeps the rest, and returns the whole user', async () => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.patch('/api/profile', { firstName: ' Janet ', timezone: 'Pacific/Auckland' })
  expect(answer.statusCode).toBe(200)
  const name = 'Janet’s family'
  expect(answer.json()).toEqual({
    ...jane.user,
    ...{ firstName: 'Janet', timezone: 'Pacific/Auckland' },
    circle: { ...jane.user.circle, name },
    circles: jane.user.circles.map((circle) => ({ ...circle, name })),
  })
  expect((await jane.get('/api/me')).json()).toEqual(answer.json())
})

test('saving an empty profile change changes nothing', async () => {
  const jane = await cooee.aRegisteredAccount()
  expect((await jane.patch('/api/profile', {})).json()).toEqual(jane.user)
  expect((await jane.patch('/api/profile', { role: 'admin', id: 1 })).json()).toEqual(jane.user)
})

test('a phone number is stored in the form it can be reached by, and can be removed', async () => {
  const jane = await cooee.aRegisteredAccount()
  expect((await jane.patch('/api/profile', { phoneNumber: '0491 570 156' })).json().phoneNumber).toBe('+61491570156')
  const without = await jane.patch('/api/profile', { phoneNumber: '', currentPassword: A_PASSWORD })
  expect(without.json().phoneNumber).toBeNull()
})

test.each([
  [{ firstName: '' }, 'firstName', 'First name is required'],
  [{ lastName: '  ' }, 'lastName', 'Last name is required'],
  [{ email: 'nowhere' }, 'email', 'Invalid email address'],
  [{ phoneNumber: '12345' }, 'phoneNumber', 'Phone number must be at least 10 digits'],
  [{ phoneNumber: 'call me 0491570156' }, 'phoneNumber', 'Please enter a valid phone number'],
  [{ timezone: 'Mars/Olympus' }, 'timezone', 'Please select a timezone'],
  [{ timezone: '+10:00' }, 'timezone', 'Please select a timezone'],
])('a profile refuses %j in the words of the form', async (body, path, message) => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.patch('/api/profile', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
})

test('an email of another account is refused, and one’s own in other letters is not', async () => {
  const jane = await cooee.aRegisteredAccount()
  const june = await cooee.aRegisteredAccount()
  const taken = await jane.patch('/api/profile', {
    email: june.user.email.toUpperCase(),
    currentPassword: A_PASSWORD,
  })
  expect(taken.statusCode).toBe(409)
  expect(taken.json().errors[0].path).toBe('email')
  expect((await jane.patch('/api/profile', { email: jane.user.email.toUpperCase() })).statusCode).toBe(200)
})

const OLD_PHONE = '+61491570156'
const NEW_PHONE = '+61491570157'

/** Somebody with a phone number. */
async function reachable(): Promise<SignedIn> {
  const jane = await cooee.aRegisteredAccount()
  await jane.patch('/api/profile', { phoneNumber: OLD_PHONE })
  return jane
}
const messagesTo = async (recipient: string) =>
  cooee.db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc').execute()
const linkIn = (text = '') => /\/undo-change\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
const undo = (token: string) => cooee.request('POST', '/api/profile/undo', { token })

test.each([
  ['another email address', { email: 'elsewhere@example.com' }],
  ['another phone number', { phoneNumber: NEW_PHONE }],
  ['no phone number any more', { phoneNumber: '' }],
])('changing %s needs the password, and nothing changes without it', async (_, change) => {
  const jane = await reachable()
  const before = (await jane.get('/api/me')).json()
  for (const currentPassword of [undefined, '', 'Wrong-Password-1']) {
    const answer = await jane.patch('/api/profile', { firstName: 'Thief', ...change, currentPassword })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe('currentPassword')
  }
  expect((await jane.get('/api/me')).json()).toEqual(before)
})

test('a profile form may send back what is there without the password', async () => {
  const jane = await reachable()
  const { email, timezone } = (await jane.get('/api/me')).json()
  const answer = await jane.patch('/api/profile', { firstName: 'Janet', email, timezone, phoneNumber: '0491 570 156' })
  expect(answer.statusCode).toBe(200)
})

test('wrong passwords in a profile count like failed sign-ins', async () => {
  const jane = await reachable()
  const guess = () => jane.patch('/api/profile', { phoneNumber: NEW_PHONE, currentPassword: 'Wrong-Password-1' })
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await guess()).statusCode)
  expect(statuses).toContain(429)
})

test('the old address and the old number are notified of a change, each with a link', async () => {
  const jane = await reachable()
  const email = `new-${jane.user.email}`
  await jane.patch('/api/profile', { email, phoneNumber: NEW_PHONE, currentPassword: A_PASSWORD })
  const [mail] = await messagesTo(jane.user.email)
  const [text] = await messagesTo(OLD_PHONE)
  expect(mail).toMatchObject({ subject: 'Your Cooee contact details were changed', isSecret: true })
  expect(mail?.text).toContain(`From now on we'll email you at ${email}`)
  expect(mail?.text).toContain('+61 491 570 157')
  expect(text?.isSecret).toBe(true)
  expect(linkIn(mail?.text)).not.toBe('')
  expect(linkIn(text?.text)).toBe(linkIn(mail?.text))
})

test('a number that is changed back and forth gets three texts a day, and none with words of the person who changes it', async () => {
  const stranger = '+61491570158'
  const jane = await cooee.aRegisteredAccount()
  for (let turn = 0; turn < 10; turn++) {
    const email = `you-won-ring-${1300555000 + turn}@prize.example`
    const phoneNumber = turn % 2 === 0 ? stranger : NEW_PHONE
    const answer = await jane.patch('/api/profile', { email, phoneNumber, currentPassword: A_PASSWORD })
    expect(answer.statusCode).toBe(200)
  }
  const texts = (await messagesTo(stranger)).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  for (const text of texts) {
    expect(text).toContain('Cooee: the email and the phone number of your account were changed.')
    expect(text).not.toMatch(/prize|491 570/)
  }
})

test('accounts of strangers with the same number use up none of its warnings', async () => {
  const shared = '+61491570159'
  for (const account of [await cooee.aRegisteredAccount(), await reachable()]) {
    for (let turn = 0; turn < 3; turn++) {
      await account.patch('/api/profile', { phoneNumber: shared, currentPassword: A_PASSWORD })
      await account.patch('/api/profile', { phoneNumber: NEW_PHONE, currentPassword: A_PASSWORD })
    }
  }
  expect(await messagesTo(shared)).toHaveLength(6)
})

test('the first phone number is reported by mail and can be undone, too', async () => {
  const jane = await reachable()
  const [mail] = await messagesTo(jane.user.email)
  expect((await undo(linkIn(mail?.text))).statusCode).toBe(200)
  const row = await cooee.db.selectFrom('people').selectAll().where('id', '=', jane.user.id).executeTakeFirstOrThrow()
  expect(row.phoneNumber).toBeNull()
})

test('undoing a change restores everything, signs out every device, and works once', async () => {
  const jane = await reachable()
  await jane.patch('/api/profile', { email: 'thief@example.com', phoneNumber: NEW_PHONE, currentPassword: A_PASSWORD })
  const [mail] = await messagesTo(jane.user.email)
  await jane.patch('/api/profile', { email: 'thief2@example.com', currentPassword: A_PASSWORD })
  const [later] = await messagesTo('thief@example.com')
  expect((await undo(linkIn(mail?.text))).statusCode).toBe(200)
  const row = await cooee.db.selectFrom('people').selectAll().where('id', '=', jane.user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: jane.user.email, phoneNumber: OLD_PHONE })
  expect((await jane.get('/api/me')).statusCode).toBe(401)
  // Neither the link again, nor the link of a later change.
  expect((await undo(linkIn(mail?.text))).statusCode).toBe(400)
  expect((await undo(linkIn(later?.text))).statusCode).toBe(400)
})

test('reset links that the thief has requested are void after a change is undone', async () => {
  const jane = await reachable()
  await jane.patch('/api/profile', { email: 'thief3@example.com', currentPassword: A_PASSWORD })
  const [mail] = await messagesTo(jane.user.email)
  await cooee.request('POST', '/api/password/request-reset', { email: 'thief3@example.com' })
  await undo(linkIn(mail?.text))
  const open = await cooee.db
    .selectFrom('passwordResets')
    .selectAll()
    .where('personId', '=', jane.user.id)
    .where('usedAt', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('an address that can be returned to is no other account’s until then', async () => {
  const jane = await reachable()
  await jane.patch('/api/profile', { email: 'away@example.com', currentPassword: A_PASSWORD })
  const thief = await cooee.aRegisteredAccount()
  const take = () => thief.patch('/api/profile', { email: jane.user.email, currentPassword: A_PASSWORD })
  expect((await take()).statusCode).toBe(409)
  cooee.clock.advance(73 * 3_600_000)
  const [mail] = await messagesTo(jane.user.email)
  expect((await undo(linkIn(mail?.text))).statusCode).toBe(400)
  expect((await take()).statusCode).toBe(200)
})

test.each(['', 'x', 'A'.repeat(43), 7, null])('the token %j undoes nothing', async (token) => {
  const answer = await cooee.request('POST', '/api/profile/undo', { token })
  expect(answer.statusCode).toBe(400)
})
