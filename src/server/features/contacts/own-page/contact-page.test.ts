import { createSecretKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_LINK_NOT_VALID } from '#contract/people/contact-page.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { contactTokenOf } from '../asking/contact-links.ts'

const TOM = '+61491570158'

let cooee: TestApp
let jane: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await buildTestApp((_clock, { log }) => ({
    sealing: createSealing({ current: createSecretKey(Buffer.alloc(32, 7)) }, log),
  }))
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('phoneRefusals').execute()
  await cooee.db.deleteFrom('quotaUses').execute()
  jane = await cooee.aRegisteredAccount()
  lovedOneId = (await jane.post('/api/loved-ones', aLovedOne())).json().id
})

async function add(fields: Parameters<typeof aContact>[1] = {}) {
  const body = aContact(lovedOneId, { phoneNumber: TOM, name: 'Tom Hartley', ...fields })
  const { id } = (await jane.post('/api/contacts', body)).json()
  return { id, token: await tokenOf(id) }
}
async function tokenOf(id: number) {
  const contact = await cooee.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return contactTokenOf(cooee, contact)
}
const page = (token: string) => cooee.request('GET', `/api/contact-pages/${token}`)
const answer = (token: string, said: string) =>
  cooee.request('POST', `/api/contact-pages/${token}/answer`, { answer: said })
const save = (token: string, body: unknown) => cooee.request('PATCH', `/api/contact-pages/${token}`, body)
const stateOf = async (id: number) =>
  (await cooee.db.selectFrom('contacts').select('state').where('id', '=', id).executeTakeFirst())?.state

describe('the page of a contact', () => {
  test('the link of the text opens the page, without a session', async () => {
    const { token } = await add()
    const { text } = await cooee.db
      .selectFrom('messages')
      .select('text')
      .where('recipient', '=', TOM)
      .executeTakeFirstOrThrow()
    expect(text).toContain(`/agree/${token}`)
    const opened = await page(token)
    expect(opened.statusCode).toBe(200)
    expect(opened.json()).toEqual({
      ...{ name: 'Tom Hartley', lovedOneName: 'Margaret Hartley', askedBy: 'Jane Hartley', state: 'asked' },
      ...{ days: [], from: null, to: null, zone: 'Australia/Sydney', awayUntil: null },
      ...{ minutesAway: null, hasKey: false, keyNote: null },
      ownNumber: '+61 491 570 100',
      vcardUrl: 'http://localhost:3000/cooee.vcf',
    })
  })

  test('a yes and a no can be given as often as somebody likes, and the last one counts', async () => {
    const { id, token } = await add()
    for (const said of ['yes', 'yes', 'no', 'yes']) expect((await answer(token, said)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('agreed')
    const events = await cooee.db.selectFrom('events').select('data').where('event', '=', 'contact.changed').execute()
    const of = events.map(({ data }) => data).filter((data) => (data as { contactId: number }).contactId === id)
    expect(of).toMatchObject([
      { state: 'agreed', previousState: 'asked', lovedOneId },
      { state: 'declined', previousState: 'agreed' },
      { state: 'agreed', previousState: 'declined' },
    ])
  })

  test('a no is reported to the account holder kindly, once', async () => {
    const { token } = await add()
    await answer(token, 'no')
    await answer(token, 'no')
    const mails = await cooee.db.selectFrom('messages').select('subject').where('channel', '=', 'email').execute()
    expect(
      mails.filter(({ subject }) => subject === "Tom Hartley doesn't want to be a contact for Margaret Hartley"),
    ).toHaveLength(1)
  })

  test('stop ends calls and texts to that phone for every family, and only START takes it back', async () => {
    const { id, token } = await add()
    const other = await cooee.aRegisteredAccount()
    const con = (await other.post('/api/loved-ones', aLovedOne({ name: 'Con Papadakis' }))).json().id
    const there = (await other.post('/api/contacts', aContact(con, { phoneNumber: TOM }))).json().id
    expect((await answer(token, 'stop')).json().state).toBe('stopped')
    expect([await stateOf(id), await stateOf(there)]).toEqual(['stopped', 'stopped'])
    const refused = await answer(token, 'yes')
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('text START')
  })

  test('when somebody can be reached is kept, and the note about the key is sealed', async () => {
    const { id, token } = await add()
    const said = {
      ...{ days: ['saturday', 'monday', 'monday'], from: '08:00', to: '17:30', zone: 'Pacific/Auckland' },
      ...{ awayUntil: '2026-03-30', minutesAway: 10, hasKey: true, keyNote: 'Under the blue pot' },
    }
    const saved = await save(token, said)
    expect(saved.json()).toMatchObject({ ...said, days: ['monday', 'saturday'] })
    const row = await cooee.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.keyNote).not.toContain('blue pot')
    const [shown] = (await jane.get(`/api/contacts?lovedOneId=${lovedOneId}`)).json()
    expect(shown).toMatchObject({ keyNote: 'Under the blue pot', isReachableNow: false })
    expect((await save(token, { awayUntil: null })).json()).toMatchObject({ awayUntil: null, minutesAway: 10 })
    expect((await save(token, { keyNote: '' })).json()).toMatchObject({ keyNote: null, hasKey: true })
  })

  test.each([
    [{ from: '08:00' }, 'to', 'Please give both times, or neither'],
    [{ from: '08:00', to: '08:00' }, 'to', 'Please give two different times'],
    [{ from: '8am', to: '17:00' }, 'from', 'Please enter a time, such as 08:00'],
    [{ zone: 'Moon/Base' }, 'zone', 'Please select a timezone'],
    [{ awayUntil: '2026-02-30' }, 'awayUntil', 'Please enter a date'],
    [{ minutesAway: -1 }, 'minutesAway', 'Please give 0 minutes or more'],
    [{ minutesAway: 601 }, 'minutesAway', 'Please give 600 minutes or fewer'],
    [{ days: ['someday'] }, 'days.0', expect.any(String)],
  ])('the page refuses %j', async (body, path, message) => {
    const { token } = await add()
    const refused = await save(token, body)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0]).toEqual({ path, message })
  })
})

describe('a link that is not valid', () => {
  const isGone = async (token: string) => {
    const answers = [await page(token), await answer(token, 'yes'), await save(token, { minutesAway: 1 })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(answers.map((one) => one.json())).toEqual(Array(3).fill({ message: CONTACT_LINK_NOT_VALID }))
  }

  test('a forged link opens nothing, and says nothing of who exists', async () => {
    const { id, token } = await add()
    const signature = token.split('.').at(-1)
    await isGone(`${(id + 1).toString(36)}.1.${signature}`)
    await isGone(`${id.toString(36)}.2.${signature}`)
    await isGone(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)
    for (const odd of ['x', '0', '..', '%00', `${'z'.repeat(11)}.1.${'0'.repeat(25)}`]) {
      expect((await page(odd)).statusCode, odd).toBe(404)
    }
    expect(await stateOf(id)).toBe('asked')
  })

  test('the link of a contact who was removed opens nothing', async () => {
    const { id, token } = await add()
    await jane.delete(`/api/contacts/${id}`)
    await isGone(token)
  })

  test('a link stays without effect once the number has changed, also when it changes back', async () => {
    const { id, token } = await add()
    await jane.patch(`/api/contacts/${id}`, { phoneNumber: '0491 570 159' })
    await isGone(token)
    await jane.patch(`/api/contacts/${id}`, { phoneNumber: TOM })
    await isGone(token)
    expect((await page(await tokenOf(id))).statusCode).toBe(200)
  })

  test('the link of one contact changes nothing of another one', async () => {
    const tom = await add()
    const june = await add({ name: 'June Murray', phoneNumber: '0491 570 110' })
    await answer(tom.token, 'no')
    await save(tom.token, { minutesAway: 7 })
    expect((await page(june.token)).json()).toMatchObject({ state: 'asked', minutesAway: null })
  })
})
