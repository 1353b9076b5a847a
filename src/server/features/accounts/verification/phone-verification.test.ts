import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PHONE_CODE_WRONG } from '#contract/accounts/sign-in/verify-phone.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { withdrawVerification } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'

const PHONE = '+61491570156'
const OTHER_PHONE = '+61491570157'
const MINUTE_MS = 60_000

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  for (const table of ['accounts', 'messages', 'phoneRefusals', 'quotaUses'] as const) {
    await cooee.db.deleteFrom(table).execute()
  }
})

/** A user with this number in the profile. */
async function somebodyAt(phoneNumber = PHONE): Promise<SignedIn> {
  const somebody = await cooee.aRegisteredAccount()
  await changeNumber(somebody, phoneNumber)
  return somebody
}
const changeNumber = async (somebody: SignedIn, phoneNumber: string) => {
  const answer = await somebody.patch('/api/profile', { phoneNumber, currentPassword: A_PASSWORD })
  expect(answer.statusCode).toBe(200)
}
const ask = (somebody: SignedIn) => somebody.post('/api/phone/code')
const type = (somebody: SignedIn, code: string) => somebody.post('/api/phone/verify', { code })
const isVerified = async (somebody: SignedIn) => (await somebody.get('/api/me')).json().phoneVerified
const codesTo = async (recipient: string) => {
  const texts = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return texts.flatMap(({ text }) => /^Cooee: (\d{6}) is the code/.exec(text)?.[1] ?? [])
}
/** The code that is sent on request. */
async function codeOf(somebody: SignedIn, phoneNumber = PHONE): Promise<string> {
  cooee.clock.advance(MINUTE_MS)
  expect((await ask(somebody)).statusCode).toBe(202)
  return (await codesTo(phoneNumber)).at(-1) ?? ''
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')
async function expectWrong(somebody: SignedIn, code: string) {
  const answer = await type(somebody, code)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message: PHONE_CODE_WRONG, errors: [{ path: 'code', message: PHONE_CODE_WRONG }] })
}

describe('the phone of the account holder', () => {
  test('a phone is verified by the code that is texted to it, once', async () => {
    const robyn = await somebodyAt()
    expect(await isVerified(robyn)).toBe(false)
    const asked = await ask(robyn)
    expect(asked.statusCode).toBe(202)
    expect(asked.json()).toEqual({ message: "We've sent a code to +61 491 570 156." })
    const [code = ''] = await codesTo(PHONE)
    const answer = await type(robyn, code)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...(await robyn.get('/api/me')).json(), phoneVerified: true })
    await expectWrong(robyn, code)
    expect(await isVerified(robyn)).toBe(true)
    const again = await ask(robyn)
    expect([again.statusCode, again.json().message]).toEqual([409, "You've already confirmed +61 491 570 156."])
  })

  test('an account holder sees until when a code can be typed, so that a reload does not lose the field', async () => {
    const [robyn, stranger] = [await somebodyAt(), await somebodyAt()]
    const goodUntil = async (somebody: SignedIn) => (await somebody.get('/api/phone/code')).json().goodUntil
    expect(await goodUntil(robyn)).toBeNull()
    await codeOf(robyn)
    const sentAt = cooee.clock.now().getTime()
    expect(await goodUntil(robyn)).toBe(new Date(sentAt + 10 * MINUTE_MS).toISOString())
    expect(await goodUntil(stranger)).toBeNull()
    cooee.clock.advance(10 * MINUTE_MS)
    expect(await goodUntil(robyn)).toBeNull()
    const used = await codeOf(robyn)
    expect(await goodUntil(robyn)).not.toBeNull()
    await Promise.all([1, 2, 3, 4, 5].map(() => expectWrong(robyn, other(used))))
    expect(await goodUntil(robyn)).toBeNull()
  })

  test('a phone is not verified by the code of another account with the same number, and the code is stored as a hash', async () => {
    const [robyn, stranger] = [await somebodyAt(), await somebodyAt()]
    await codeOf(stranger)
    const code = await codeOf(robyn)
    await expectWrong(stranger, code)
    const rows = await cooee.db.selectFrom('phoneCodes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
    expect((await type(robyn, code)).statusCode).toBe(200)
    expect(await isVerified(stranger)).toBe(false)
  })

  test('a phone is not verified by a code that is ten minutes old, nor by one that another has replaced', async () => {
    const robyn = await somebodyAt()
    const late = await codeOf(robyn)
    cooee.clock.advance(10 * MINUTE_MS)
    await expectWrong(robyn, late)
    const replaced = await codeOf(robyn)
    const good = await codeOf(robyn)
    if (replaced !== good) await expectWrong(robyn, replaced)
    expect((await type(robyn, good)).statusCode).toBe(200)
  })

  test('a phone is not verified after five wrong tries, also when many are sent at once', async () => {
    const robyn = await somebodyAt()
    const code = await codeOf(robyn)
    await Promise.all([1, 2, 3, 4, 5].map(() => expectWrong(robyn, other(code))))
    await expectWrong(robyn, code)
    expect((await type(robyn, await codeOf(robyn))).statusCode).toBe(200)
  })

  test('a phone is verified once by the same code sent twice at once', async () => {
    const robyn = await somebodyAt()
    const code = await codeOf(robyn)
    const answers = await Promise.all([type(robyn, code), type(robyn, code)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  })

  test('a phone is not verified by a code to the number that was there before', async () => {
    const robyn = await somebodyAt()
    const code = await codeOf(robyn)
    await changeNumber(robyn, OTHER_PHONE)
    await expectWrong(robyn, code)
    await changeNumber(robyn, PHONE)
    await expectWrong(robyn, code)
    expect(await isVerified(robyn)).toBe(false)
  })

  test.each(['', '12345', '1234567', 'abcdef', 123456, null])('%j is no phone code', async (code) => {
    const answer = await (await somebodyAt()).post('/api/phone/verify', { code })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'code'])
  })
})

describe('changes of number', () => {
  test('a change of number takes the verification away, also when the old number comes back; other changes do not', async () => {
    const robyn = await somebodyAt()
    await type(robyn, await codeOf(robyn))
    await robyn.patch('/api/profile', { firstName: 'Robin', phoneNumber: '0491 570 156' })
    expect(await isVerified(robyn)).toBe(true)
    await changeNumber(robyn, OTHER_PHONE)
    expect(await isVerified(robyn)).toBe(false)
    await changeNumber(robyn, PHONE)
    expect(await isVerified(robyn)).toBe(false)
  })

  test.each([true, false])(
    'a change of number that is undone leaves the old number verified only if it was: %j',
    async (wasVerified) => {
      const robyn = await somebodyAt()
      if (wasVerified) await type(robyn, await codeOf(robyn))
      await changeNumber(robyn, OTHER_PHONE)
      await type(robyn, await codeOf(robyn, OTHER_PHONE))
      const [warning] = await cooee.db
        .selectFrom('messages')
        .select('text')
        .where('recipient', '=', PHONE)
        .orderBy('id', 'desc')
        .execute()
      const token = /undo-change\?token=([\w-]{43})/.exec(warning?.text ?? '')?.[1]
      expect((await cooee.request('POST', '/api/profile/undo', { token })).statusCode).toBe(200)
      const row = await cooee.db
        .selectFrom('people')
        .selectAll()
        .where('id', '=', robyn.user.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ phoneNumber: PHONE, verifiedPhone: wasVerified ? PHONE : null })
    },
  )

  test('a change of number cannot leave another number verified, whatever code writes it', async () => {
    const robyn = await somebodyAt()
    await type(robyn, await codeOf(robyn))
    const change = cooee.db.updateTable('people').set({ phoneNumber: OTHER_PHONE }).where('id', '=', robyn.user.id)
    await expect(change.execute()).rejects.toThrow('people_verified_phone_check')
  })
})

describe('phone codes that are refused', () => {
  async function expectNoText(somebody: SignedIn, sentence: string) {
    const before = await codesTo(PHONE)
    const answer = await ask(somebody)
    expect([answer.statusCode, answer.json().message]).toEqual([409, sentence])
    expect(await codesTo(PHONE)).toEqual(before)
  }

  test('no phone code is texted without a session, or without a number', async () => {
    expect((await cooee.request('POST', '/api/phone/code')).statusCode).toBe(401)
    expect((await cooee.request('POST', '/api/phone/verify', { code: '123456' })).statusCode).toBe(401)
    const robyn = await cooee.aRegisteredAccount()
    await expectNoText(robyn, "There's no phone number in your profile. Please add one first.")
  })

  test('no phone code is texted to a phone that takes no texts, or that an admin refuses', async () => {
    const robyn = await somebodyAt()
    await aRefusal(cooee.db, { phoneNumber: PHONE, texts: true }, cooee.clock.now())
    await expectNoText(
      robyn,
      '+61 491 570 156 has asked us not to text it. Text START to Cooee from that phone, then ask for the code again.',
    )
    await cooee.db
      .updateTable('phoneRefusals')
      .set({ adminRefusedAt: cooee.clock.now(), adminReason: 'abuse', adminUsername: 'admin' })
      .execute()
    expect((await ask(robyn)).json().message).toContain("We don't ring or text this number.")
  })

  test('no phone code is texted to a landline', async () => {
    const robyn = await somebodyAt('+61255500143')
    await expectNoText(robyn, "+61 2 5550 0143 is a landline, so we can't text it.")
  })

  test('no phone code is texted for an account whose email was never confirmed', async () => {
    const robyn = await somebodyAt()
    await withdrawVerification(cooee.db)
    const { email } = robyn.user
    await expectNoText(
      robyn,
      `Please confirm your email first: we wrote to ${email}. Until then we can't text you a code.`,
    )
  })

  test('no phone code is texted twice at once, or more than three times an hour to one account', async () => {
    const robyn = await somebodyAt()
    const twice = await Promise.all([ask(robyn), ask(robyn)])
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 429])
    expect(twice.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('30')
    const statuses: number[] = []
    for (let time = 0; time < 3; time++) {
      cooee.clock.advance(MINUTE_MS)
      statuses.push((await ask(robyn)).statusCode)
    }
    expect(statuses).toEqual([202, 202, 429])
    expect(await codesTo(PHONE)).toHaveLength(3)
  })

  test('no phone code is texted more than six times a day to one number, however many profiles it was typed into', async () => {
    const people = [await somebodyAt(), await somebodyAt(), await somebodyAt()]
    const statuses: number[] = []
    for (let round = 0; round < 3; round++) {
      cooee.clock.advance(MINUTE_MS)
      for (const somebody of people) statuses.push((await ask(somebody)).statusCode)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429, 429])
    expect(await codesTo(PHONE)).toHaveLength(6)
  })
})
