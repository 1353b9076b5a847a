import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STOP_CODE_SENT } from '#contract/people/stop.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { aRefusal, refusedBy } from '#test/refusals.ts'

const PHONE = '+61491570156'
const STRANGER = '0491 571 234'

let cooee: CallsFixture
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  for (const table of ['accounts', 'messages', 'phoneRefusals', 'stopCodes', 'quotaUses'] as const) {
    await cooee.db.deleteFrom(table).execute()
  }
})

const ask = (phoneNumber: string) => cooee.request('POST', '/api/stop/code', { phoneNumber })
const stop = (body: object) => cooee.request('POST', '/api/stop', { calls: true, texts: true, ...body })
const texts = async () =>
  cooee.db.selectFrom('messages').select(['recipient', 'text']).where('channel', '=', 'sms').orderBy('id').execute()
const lastCode = async () => /\d{6}/.exec((await texts()).at(-1)?.text ?? '')?.[0] ?? ''
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('the public page on which calls are ended', () => {
  test('the public page sends a code to the phone, and the code ends calls and texts to it', async () => {
    const robyn = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(robyn, { phoneNumber: PHONE })
    expect((await ask('0491 570 156')).statusCode).toBe(202)
    expect((await texts()).map(({ recipient }) => recipient)).toEqual([PHONE])
    const answer = await stop({ phoneNumber: PHONE, code: await lastCode() })
    expect(answer.json()).toEqual({ message: "This phone won't get calls or texts from Cooee any more." })
    expect(await refusedBy(cooee.db, PHONE)).toEqual(['calls', 'texts'])
    const lovedOne = (await robyn.get(`/api/loved-ones/${lovedOneId}`)).json()
    expect(lovedOne).toMatchObject({ callsRefusedAt: expect.any(String) })
  })

  test.each([
    [{ calls: true, texts: false }, ['calls']],
    [{ calls: false, texts: true }, ['texts']],
  ])('the public page ends what is chosen: %j', async (chosen, refused) => {
    await ask(STRANGER)
    await stop({ phoneNumber: STRANGER, code: await lastCode(), ...chosen })
    expect(await refusedBy(cooee.db, '+61491571234')).toEqual(refused)
  })

  test('the public page answers the same for a number that no account holds, and for a phone that takes no texts', async () => {
    const robyn = await cooee.aRegisteredAccount()
    await cooee.aLovedOne(robyn, { phoneNumber: PHONE })
    await aRefusal(cooee.db, { phoneNumber: '+61491570157', texts: true }, cooee.clock.now())
    const answers = await Promise.all([PHONE, STRANGER, '0491570157'].map(ask))
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([JSON.stringify({ message: STOP_CODE_SENT })]))
    expect(await texts()).toHaveLength(2)
  })

  test('the public page sends one phone three codes an hour, and says the same', async () => {
    for (let time = 0; time < 5; time++) expect((await ask(STRANGER)).statusCode).toBe(202)
    expect(await texts()).toHaveLength(3)
  })

  test('the public page sends a code to a phone that Cooee rings also after a flood of codes to made-up numbers', async () => {
    const robyn = await cooee.aRegisteredAccount()
    await cooee.aLovedOne(robyn, { phoneNumber: PHONE })
    const flood = { quota: 'stop codes of all', subject: 'all', windowStartedAt: cooee.clock.now(), used: 200 }
    await cooee.db.insertInto('quotaUses').values(flood).execute()
    const answers = [await ask(STRANGER), await ask(PHONE)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202])
    expect((await texts()).map(({ recipient }) => recipient)).toEqual([PHONE])
  })

  test('a code that was sent before such a flood stays good when the next one is not sent', async () => {
    await ask(STRANGER)
    await cooee.db.updateTable('quotaUses').set({ used: 200 }).where('quota', '=', 'stop codes of all').execute()
    await ask(STRANGER)
    expect(await texts()).toHaveLength(1)
    expect((await stop({ phoneNumber: STRANGER, code: await lastCode() })).statusCode).toBe(200)
  })

  test('the public page gives one address no more than a few codes', async () => {
    const answers = []
    for (let time = 0; time < 12; time++) answers.push((await ask(STRANGER)).statusCode)
    expect(answers.at(-1)).toBe(429)
  })

  test('the public page takes a code once, for its own number, for 15 minutes and five tries', async () => {
    await ask(STRANGER)
    const code = await lastCode()
    expect((await stop({ phoneNumber: PHONE, code })).statusCode).toBe(400)
    for (let time = 0; time < 5; time++) {
      expect((await stop({ phoneNumber: STRANGER, code: other(code) })).json().errors[0].path).toBe('code')
    }
    expect((await stop({ phoneNumber: STRANGER, code })).statusCode).toBe(400)
    await ask(STRANGER)
    const late = await lastCode()
    cooee.clock.advance(15 * 60_000)
    expect((await stop({ phoneNumber: STRANGER, code: late })).statusCode).toBe(400)
    await ask(STRANGER)
    const good = await lastCode()
    expect((await stop({ phoneNumber: STRANGER, code: good })).statusCode).toBe(200)
    expect((await stop({ phoneNumber: STRANGER, code: good })).statusCode).toBe(400)
  })

  test.each([
    [{ phoneNumber: '000', code: '123456' }, 'phoneNumber'],
    [{ phoneNumber: STRANGER, code: '12' }, 'code'],
    [{ phoneNumber: STRANGER, code: '123456', calls: false, texts: false }, 'calls'],
  ])('the public page refuses %j at its field', async (body, path) => {
    const answer = await stop(body)
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
  })
})
