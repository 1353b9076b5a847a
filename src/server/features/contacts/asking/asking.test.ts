import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'
import { deleteEverybody, withdrawVerification } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'
import { askDueContacts } from './ask-due-contacts.ts'

const DAY = 86_400_000
const TOM = '+61491570158'

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

const add = async (fields: Parameters<typeof aContact>[1] = {}) =>
  (await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber: TOM, name: 'Tom Hartley', ...fields }))).json()
const show = async (id: number) =>
  (await jane.get(`/api/contacts?lovedOneId=${lovedOneId}`)).json().find((one: { id: number }) => one.id === id)
const questions = (recipient = TOM) =>
  cooee.db
    .selectFrom('messages')
    .select(['text', 'segments', 'isUrgent'])
    .where('channel', '=', 'sms')
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const sweep = () => {
  const { db, clock, sealing, jobs } = cooee
  const enqueueNotice: Parameters<typeof askDueContacts>[0]['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, notice)
  const log = pino({ level: 'silent' })
  return askDueContacts({ db, clock, sealing, enqueueNotice, log, publicUrl: 'http://localhost:3000' })
}

describe('the question to a contact', () => {
  test('a second contact with the same phone waits for no delivery of the question that was asked before', async () => {
    await add()
    // As the delivery does: it has the message, and then notes what became of it with the contacts of that phone.
    await cooee.db.transaction().execute(async (delivery) => {
      await delivery.updateTable('messages').set({ sentAt: cooee.clock.now() }).where('recipient', '=', TOM).execute()
      const second = await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber: TOM, name: 'Tom at work' }))
      expect(second.statusCode, second.body).toBe(201)
      await delivery.selectFrom('contacts').select('id').where('phoneNumber', '=', TOM).forUpdate().execute()
    })
    expect(await questions()).toHaveLength(1)
  })

  test('a new contact gets one text that says who added them, for whom, what they may get and how to answer', async () => {
    await add()
    expect(await questions()).toEqual([
      {
        text: expect.stringMatching(
          /^Cooee: Jane Hartley has added you as a contact for Margaret Hartley\. .*If Margaret doesn't answer or asks for help, we may text or ring you\. Reply YES to agree or NO\. About it: http:\/\/localhost:3000\/agree\/\S+$/,
        ),
        segments: 2,
        isUrgent: false,
      },
    ])
  })

  test('a contact who is added, removed and added again on one day is texted once', async () => {
    const { id } = await add()
    await jane.delete(`/api/contacts/${id}`)
    await add()
    expect(await questions()).toHaveLength(1)
  })

  test('a request that is sent twice asks once', async () => {
    const body = aContact(lovedOneId, { phoneNumber: TOM })
    const options = { headers: { authorization: `Bearer ${jane.token}`, 'idempotency-key': 'once-and-only-once' } }
    await Promise.all([1, 2].map(() => cooee.request('POST', '/api/contacts', body, options)))
    expect(await questions()).toHaveLength(1)
  })

  test('another number is asked again, and what was answered from the old one counts no more', async () => {
    const { id } = await add()
    await cooee.db
      .updateTable('contacts')
      .set({ state: 'agreed', agreedAt: cooee.clock.now(), answeredAt: cooee.clock.now() })
      .where('id', '=', id)
      .execute()
    await jane.patch(`/api/contacts/${id}`, { phoneNumber: '0491 570 159' })
    expect(await questions('+61491570159')).toHaveLength(1)
    expect(await show(id)).toMatchObject({ state: 'asked', answeredAt: null })
    await jane.patch(`/api/contacts/${id}`, { name: 'Thomas Hartley' })
    expect(await questions('+61491570159'), 'another name asks nothing').toHaveLength(1)
  })

  test('a landline is not texted, and stays on the list', async () => {
    const { id } = await add({ phoneNumber: '02 5550 1199' })
    expect(await questions('+61255501199')).toEqual([])
    expect(await show(id)).toMatchObject({ state: 'asked', askedAt: null })
    expect(await sweep()).toBe(0)
  })

  test('a contact whose phone wants neither calls nor texts is stopped from the start, and not texted', async () => {
    await aRefusal(cooee.db, { phoneNumber: TOM, calls: true, texts: true }, cooee.clock.now())
    const { id } = await add()
    expect(await show(id)).toMatchObject({ state: 'stopped' })
    expect(await questions()).toEqual([])
  })

  test('an account whose e-mail is not verified asks nobody, until it is', async () => {
    await withdrawVerification(cooee.db, jane.user.circle.id)
    await add()
    expect(await sweep()).toBe(0)
    expect(await questions()).toEqual([])
    await cooee.db
      .updateTable('accounts')
      .set({ verifiedAt: cooee.clock.now() })
      .where('id', '=', jane.user.circle.id)
      .execute()
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    expect(await questions()).toHaveLength(1)
  })
})

describe('the question of every 90 days', () => {
  test('everybody is asked again 90 days later, by day, and once however many workers sweep', async () => {
    await add()
    cooee.clock.advance(89 * DAY)
    expect(await sweep()).toBe(0)
    // 3:00 in Sydney: at night nobody is asked.
    cooee.clock.set(new Date('2026-06-09T17:00:00Z'))
    expect(await sweep()).toBe(0)
    cooee.clock.set(new Date('2026-06-10T00:00:00Z'))
    const asked = await Promise.all([sweep(), sweep()])
    expect(asked.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect((await questions()).map(({ text }) => text.slice(0, 90))).toEqual([
      expect.stringContaining('has added you'),
      expect.stringContaining("you're on Jane Hartley's list of contacts for Margaret Hartley"),
    ])
  })

  test.each(['declined', 'stopped'] as const)('a contact who is %s is never asked again', async (state) => {
    const { id } = await add()
    await cooee.db
      .updateTable('contacts')
      .set({ state, askAt: null, answeredAt: cooee.clock.now() })
      .where('id', '=', id)
      .execute()
    cooee.clock.advance(400 * DAY)
    expect(await sweep()).toBe(0)
    cooee.clock.set(new Date('2026-03-10T00:00:00.000Z'))
    expect((await jane.post(`/api/contacts/${id}/ask`)).statusCode).toBe(409)
    expect(await questions()).toHaveLength(1)
  })

  test('three weeks of silence are shown as not confirmed', async () => {
    const { id } = await add()
    const wasAsked = (daysAgo: number) =>
      cooee.db
        .updateTable('contacts')
        .set({ askedAt: new Date(cooee.clock.now().getTime() - daysAgo * DAY) })
        .where('id', '=', id)
        .execute()
    await wasAsked(20)
    expect(await show(id)).toMatchObject({ standing: 'waiting' })
    await wasAsked(22)
    expect(await show(id)).toMatchObject({ state: 'asked', standing: 'not_confirmed' })
  })
})

describe('asking again', () => {
  test('the account holder may ask again once a day, and four times in a month', async () => {
    const { id } = await add()
    expect((await jane.post(`/api/contacts/${id}/ask`)).statusCode).toBe(429)
    const answers: number[] = []
    for (let day = 0; day < 5; day++) {
      cooee.clock.advance(DAY)
      answers.push((await jane.post(`/api/contacts/${id}/ask`)).statusCode)
    }
    expect(answers).toEqual([200, 200, 200, 200, 429])
    expect(await questions()).toHaveLength(5)
  })

  test('somebody else’s contact cannot be asked', async () => {
    const { id } = await add()
    cooee.clock.advance(DAY)
    const stranger = await cooee.aRegisteredAccount()
    expect((await stranger.post(`/api/contacts/${id}/ask`)).statusCode).toBe(404)
    expect(await questions()).toHaveLength(1)
  })
})

describe('the last contact', () => {
  test('the last contact who can be reached is removed only with a confirmation', async () => {
    const tom = await add({ isEmergencyContact: true })
    const june = await add({ name: 'June Murray', phoneNumber: '0491 570 110', isEmergencyContact: true })
    expect((await jane.delete(`/api/contacts/${june.id}`)).statusCode).toBe(204)
    const refused = await jane.delete(`/api/contacts/${tom.id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(
      "Tom Hartley is the last person we can reach for Margaret. Without Tom, there's nobody else we can tell if Margaret needs help.",
    )
    expect((await jane.delete(`/api/contacts/${tom.id}?confirmLast=true`)).statusCode).toBe(204)
  })

  test('one of two contacts who are removed at once remains', async () => {
    const both = [
      await add({ isEmergencyContact: true }),
      await add({ phoneNumber: '0491 570 110', isEmergencyContact: true }),
    ]
    const answers = await Promise.all(both.map(({ id }) => jane.delete(`/api/contacts/${id}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  })

  test('a contact who declined does not count as one who can be reached', async () => {
    const tom = await add({ isEmergencyContact: true })
    const june = await add({ name: 'June Murray', phoneNumber: '0491 570 110', isEmergencyContact: true })
    await cooee.db
      .updateTable('contacts')
      .set({ state: 'declined', askAt: null, answeredAt: cooee.clock.now() })
      .where('id', '=', june.id)
      .execute()
    expect((await jane.delete(`/api/contacts/${tom.id}`)).statusCode).toBe(409)
    expect((await jane.delete(`/api/contacts/${june.id}`)).statusCode).toBe(204)
  })

  test('an own emergency contact who declined as a contact does not count as one who can be reached', async () => {
    const tom = await add({ isEmergencyContact: true })
    const june = await add({ name: 'June Murray', phoneNumber: '0491 570 110', isEmergencyContact: true })
    const setOwnNumber = (emergencyContactPhone: string) =>
      cooee.db.updateTable('lovedOnes').set({ emergencyContactPhone }).where('id', '=', lovedOneId).execute()
    await setOwnNumber('+61491570110')
    const declined = { state: 'declined' as const, askAt: null, answeredAt: cooee.clock.now() }
    await cooee.db.updateTable('contacts').set(declined).where('id', '=', june.id).execute()
    expect((await jane.delete(`/api/contacts/${tom.id}`)).statusCode).toBe(409)
    await cooee.db.updateTable('contacts').set(declined).where('id', '=', tom.id).execute()
    const health = async () => (await jane.get(`/api/loved-ones/${lovedOneId}`)).json().contactsHealth.state
    expect(await health()).toBe('red')
    await setOwnNumber('+61491570156')
    expect(await health()).toBe('amber')
  })
})

test('a loved one shows how well their contacts are prepared', async () => {
  const health = async () => (await jane.get(`/api/loved-ones/${lovedOneId}`)).json().contactsHealth
  expect(await health()).toMatchObject({ state: 'red', agreed: 0 })
  const { id } = await add({ isEmergencyContact: true })
  expect(await health()).toEqual({ state: 'good', reason: null, agreed: 0 })
  await cooee.db.updateTable('contacts').set({ state: 'unreachable' }).where('id', '=', id).execute()
  expect(await health()).toMatchObject({ state: 'red', reason: expect.stringContaining("Our texts don't reach Tom") })
})
