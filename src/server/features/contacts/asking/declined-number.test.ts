import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { acceptPhone, refusePhone } from '../state/refuse-phone.ts'
import { answerAsContact } from './answer-by-text.ts'
import { applyAnswer } from './apply-answer.ts'
import { askDueContacts } from './ask-due-contacts.ts'

const DAY = 86_400_000
const TOM = '+61491570158'
const OTHER = '+61491570159'

let cooee: TestApp
let jane: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('phoneRefusals').execute()
  await cooee.db.deleteFrom('quotaUses').execute()
  cooee.clock.set(new Date('2026-03-10T00:00:00.000Z'))
  jane = await cooee.aRegisteredAccount()
  lovedOneId = (await jane.post('/api/loved-ones', aLovedOne())).json().id
})

const deps = () => {
  const { db, clock, sealing, jobs } = cooee
  const enqueueNotice: Parameters<typeof askDueContacts>[0]['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, notice)
  return { db, clock, sealing, enqueueNotice, log: pino({ level: 'silent' }), publicUrl: 'http://localhost:3000' }
}
const add = async (fields: Parameters<typeof aContact>[1] = {}, of = lovedOneId) =>
  (await jane.post('/api/contacts', aContact(of, { phoneNumber: TOM, name: 'Tom Hartley', ...fields }))).json()
const states = async () => {
  const rows = await cooee.db.selectFrom('contacts').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}
const questions = async (recipient = TOM) =>
  (await cooee.db.selectFrom('messages').select('id').where('recipient', '=', recipient).execute()).length
const writes = (text: string) =>
  cooee.db.transaction().execute((trx) => answerAsContact(deps(), trx, { from: TOM, text }, { onlyOpen: false }))
/** Tom was asked, and said no a day ago. */
async function saidNo(): Promise<{ id: number }> {
  const tom = await add()
  await writes('NO')
  cooee.clock.advance(DAY)
  return tom
}
/** An entry that was stored before a no counted for the others with its number. */
async function alsoListed(): Promise<number> {
  const { id } = await add({ phoneNumber: OTHER })
  await cooee.db.updateTable('contacts').set({ phoneNumber: TOM }).where('id', '=', id).execute()
  return id
}

describe('a contact who said no, and is entered again', () => {
  test('a second entry with the number of a contact who said no has their no, and asks nothing', async () => {
    await saidNo()
    const second = await add({ name: 'Tom at work' })
    expect(second).toMatchObject({ state: 'declined', standing: 'declined' })
    expect(await questions()).toBe(1)
    const log = await cooee.db.selectFrom('activity').select('description').orderBy('id', 'desc').execute()
    expect(log[0]?.description).toBe("Tom at work doesn't want to be a contact for Margaret Hartley")
  })

  test('an entry that is given the number of a contact who said no has their no, and asks nothing', async () => {
    await saidNo()
    const { id } = await add({ phoneNumber: OTHER, name: 'June' })
    const edited = await jane.patch(`/api/contacts/${id}`, { phoneNumber: TOM })
    expect(edited.json()).toMatchObject({ state: 'declined' })
    expect(await questions()).toBe(1)
  })

  test('a no about one loved one leaves the question about another', async () => {
    await saidNo()
    const other = (await jane.post('/api/loved-ones', aLovedOne({ name: 'Jack Hartley' }))).json().id
    expect(await add({}, other)).toMatchObject({ state: 'asked' })
    expect(await questions()).toBe(2)
  })

  test('a text with YES changes every entry with the number', async () => {
    await saidNo()
    await add({ name: 'Tom at work' })
    await writes('YES')
    expect(await states()).toEqual(['agreed', 'agreed'])
  })

  test('a text with YES still changes the second entry once the first one is removed', async () => {
    const tom = await saidNo()
    await add({ name: 'Tom at work' })
    await jane.delete(`/api/contacts/${tom.id}?confirmLast=true`)
    await writes('YES')
    expect(await states()).toEqual(['agreed'])
  })

  test('a yes on the page changes every entry with the number', async () => {
    await saidNo()
    await add({ name: 'Tom at work' })
    const row = { accountId: jane.user.circle.id, lovedOneId, phoneNumber: TOM }
    await cooee.db.transaction().execute((trx) => applyAnswer(deps(), trx, row, { isYes: true, by: 'page' }))
    expect(await states()).toEqual(['agreed', 'agreed'])
  })

  test('a no outlives STOP and START in every entry', async () => {
    await saidNo()
    await cooee.db
      .transaction()
      .execute((trx) => refusePhone(deps(), trx, { phoneNumber: TOM, calls: true, texts: true, how: 'text' }))
    await add({ name: 'Tom at work' })
    expect(await states()).toEqual(['stopped', 'stopped'])
    await cooee.db.transaction().execute((trx) => acceptPhone(deps(), trx, TOM, { by: 'start' }))
    await askDueContacts(deps())
    expect(await states()).toEqual(['declined', 'declined'])
    expect(await questions()).toBe(1)
  })
})

describe('a second entry that was there before the no counted for it', () => {
  test('the question of every 90 days is not sent to it, and it shows the no', async () => {
    await saidNo()
    await alsoListed()
    cooee.clock.advance(91 * DAY)
    expect(await askDueContacts(deps())).toBe(0)
    expect(await states()).toEqual(['declined', 'declined'])
    expect(await questions()).toBe(1)
  })

  test('it does not count as somebody who can be reached', async () => {
    await saidNo()
    await cooee.db.updateTable('contacts').set({ isEmergencyContact: true }).execute()
    const id = await alsoListed()
    await cooee.db.updateTable('contacts').set({ isEmergencyContact: true }).where('id', '=', id).execute()
    expect((await jane.get(`/api/loved-ones/${lovedOneId}`)).json().contactsHealth.state).toBe('red')
    const june = await add({ name: 'June', phoneNumber: '+61491570110', isEmergencyContact: true })
    expect((await jane.delete(`/api/contacts/${june.id}`)).statusCode, 'the last who can be reached').toBe(409)
    expect((await jane.delete(`/api/contacts/${id}`)).statusCode, 'who is notified of nothing').toBe(204)
  })

  test('"Ask again" for it says that they said no', async () => {
    await saidNo()
    const id = await alsoListed()
    cooee.clock.advance(2 * DAY)
    const refused = await jane.post(`/api/contacts/${id}/ask`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain("said no, so we don't ask again")
    expect(await questions()).toBe(1)
  })
})
