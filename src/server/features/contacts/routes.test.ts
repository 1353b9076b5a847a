import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { A_PASSWORD, aContact, aLovedOne } from '#test/factories.ts'
import { aRefusal } from '#test/refusals.ts'

let cooee: TestApp
let jane: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await buildTestApp({ limits: { ...NO_LIMITS, contacts: 10 } })
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount()
  lovedOneId = (await jane.post('/api/loved-ones', aLovedOne())).json().id
})
afterAll(() => cooee.close())

const list = async () => (await jane.get(`/api/contacts?lovedOneId=${lovedOneId}&_t=1`)).json()
const latestActivity = async () => (await jane.get('/api/activity?limit=1')).json()[0]

test('a contact is added with the specified defaults and listed', async () => {
  const answer = await jane.post('/api/contacts', aContact(lovedOneId))
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    id: expect.any(Number),
    lovedOneId,
    name: 'June Murray',
    phoneNumber: '+61491570110',
    contactType: 'family',
    isEmergencyContact: false,
    relationship: null,
    notes: null,
    textsStoppedAt: null,
    callsStoppedAt: null,
    state: 'asked',
    standing: 'waiting',
    askedAt: cooee.clock.now().toISOString(),
    answeredAt: null,
    lastDeliveredAt: null,
    availability: {
      ...{ days: [], from: null, to: null, zone: 'Australia/Sydney', awayUntil: null },
      ...{ minutesAway: null, hasKey: false },
    },
    isReachableNow: true,
    keyNote: null,
  })
  expect(await list()).toEqual([answer.json()])
  expect(await latestActivity()).toMatchObject({
    activityType: 'contact_added',
    description: 'June Murray added as a contact for Margaret Hartley',
  })
})

test('a loved one has ten contacts at most, however many are added at once', async () => {
  const add = (index: number) => jane.post('/api/contacts', aContact(lovedOneId, { name: `Friend ${index}` }))
  const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => add(index)))
  const refused = answers.filter(({ statusCode }) => statusCode === 400)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.json().message).toBe(
    'Margaret Hartley already has 10 contacts, and 10 is the most. Remove one to add another.',
  )
  expect(refused[0]?.json().errors).toMatchObject([{ path: 'lovedOneId' }])
  const other = (await jane.post('/api/loved-ones', aLovedOne({ name: 'Con' }))).json().id
  expect((await jane.post('/api/contacts', aContact(other))).statusCode, 'of somebody else').toBe(201)
})

test('a contact may live abroad', async () => {
  const answer = await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber: '+64 21 155 5123' }))
  expect(answer.json().phoneNumber).toBe('+64211555123')
})

test('saving a contact changes what is given and keeps the rest', async () => {
  const contact = (await jane.post('/api/contacts', aContact(lovedOneId, { notes: 'After six' }))).json()
  const answer = await jane.patch(`/api/contacts/${contact.id}`, { isEmergencyContact: true })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...contact, isEmergencyContact: true })
  expect((await latestActivity()).description).toBe("Margaret Hartley's contact June Murray updated")
})

test('the refusals of a phone are shown with every contact that has that number', async () => {
  const contact = (await jane.post('/api/contacts', aContact(lovedOneId))).json()
  const since = new Date('2026-03-10T00:00:00.000Z')
  await aRefusal(cooee.db, { phoneNumber: contact.phoneNumber, calls: true, texts: true }, since)
  const stopped = { textsStoppedAt: since.toISOString(), callsStoppedAt: since.toISOString() }
  expect(await list()).toEqual([{ ...contact, ...stopped }])
  const otherNumber = await jane.patch(`/api/contacts/${contact.id}`, { phoneNumber: '0491 570 111' })
  expect(otherNumber.json()).toMatchObject({ textsStoppedAt: null, callsStoppedAt: null })
  const changedBack = await jane.patch(`/api/contacts/${contact.id}`, { phoneNumber: contact.phoneNumber })
  expect(changedBack.json()).toMatchObject(stopped)
  await jane.delete(`/api/contacts/${contact.id}`)
  expect((await jane.post('/api/contacts', aContact(lovedOneId))).json()).toMatchObject(stopped)
  await cooee.db.deleteFrom('phoneRefusals').execute()
})

test('a removed contact is gone, and the log says so', async () => {
  const contact = (await jane.post('/api/contacts', aContact(lovedOneId))).json()
  expect((await jane.delete(`/api/contacts/${contact.id}`)).statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect((await latestActivity()).description).toBe('June Murray removed from the contacts of Margaret Hartley')
  expect((await jane.delete(`/api/contacts/${contact.id}`)).statusCode).toBe(404)
})

test.each([
  [{ name: '' }, 'name', 'Contact name is required'],
  [{ name: undefined }, 'name', 'Contact name is required'],
  [{ phoneNumber: '' }, 'phoneNumber', 'Phone number is required'],
  [{ phoneNumber: undefined }, 'phoneNumber', 'Phone number is required'],
  [{ phoneNumber: '000000' }, 'phoneNumber', 'Please enter a valid phone number'],
  [{ contactType: 'enemy' }, 'contactType', 'Invalid input'],
])('a contact refuses %j in the words of the form', async (fields, path, message) => {
  const answer = await jane.post('/api/contacts', { ...aContact(lovedOneId), ...fields })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0]).toEqual({ path, message })
})

test.each([
  ['0491 570 156', '+61491570156'],
  ['(02) 9876 5432', '+61298765432'],
  ['+61 (0)2 9876.5432', '+61298765432'],
  ['+64 21 123 4567', '+64211234567'],
])('a contact stores the number %s as %s', async (typed, stored) => {
  const answer = await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber: typed }))
  expect(answer.json().phoneNumber).toBe(stored)
})

test.each(['5551234', '999', '+61 12', '(202) 555-0123', '+44 20 7946 0958', '1900 123 456', '13 11 14'])(
  'a contact refuses %s instead of making another number of it',
  async (phoneNumber) => {
    const answer = await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe('phoneNumber')
  },
)

describe('the order of contacts', () => {
  const order = (contactIds: unknown, of: SignedIn = jane) =>
    of.request('PUT', '/api/contacts/order', { lovedOneId, contactIds })
  const names = async () => (await list()).map(({ name }: { name: string }) => name)
  let ids: number[]
  beforeEach(async () => {
    ids = []
    for (const name of ['Anna', 'Bert', 'Cleo']) {
      ids.push((await jane.post('/api/contacts', aContact(lovedOneId, { name }))).json().id)
    }
  })

  test('the order of contacts is free to choose, and new contacts come last', async () => {
    const answer = await order([ids[2], ids[0], ids[1]])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(await list())
    expect(await names()).toEqual(['Cleo', 'Anna', 'Bert'])
    await jane.post('/api/contacts', aContact(lovedOneId, { name: 'Dora' }))
    expect(await names()).toEqual(['Cleo', 'Anna', 'Bert', 'Dora'])
  })

  test('the order of contacts sent twice stays the same', async () => {
    const wanted = [ids[1], ids[2], ids[0]]
    expect((await order(wanted)).json()).toEqual((await order(wanted)).json())
  })

  test('the order of contacts survives a removal in its middle', async () => {
    await jane.delete(`/api/contacts/${ids[1]}`)
    await jane.post('/api/contacts', aContact(lovedOneId, { name: 'Dora' }))
    expect(await names()).toEqual(['Anna', 'Cleo', 'Dora'])
  })

  test('the order of contacts from an old list is a conflict, and changes nothing', async () => {
    const strange = (await jane.post('/api/loved-ones', aLovedOne())).json().id
    const other = (await jane.post('/api/contacts', aContact(strange))).json().id
    for (const contactIds of [[ids[0], ids[1]], [...ids, other], [ids[0], ids[1], other], []]) {
      expect((await order(contactIds)).statusCode).toBe(409)
    }
    expect(await names()).toEqual(['Anna', 'Bert', 'Cleo'])
  })

  test.each([[['x']], [null], [[0]]])('%j is no order of contacts', async (contactIds) => {
    expect((await order(contactIds)).statusCode).toBe(400)
  })

  test('the order of contacts names nobody twice', async () => {
    expect((await order([ids[0], ids[0], ids[1]])).json().message).toBe('Each contact may be named once')
  })

  test('the order of contacts of another account’s loved one cannot be changed', async () => {
    const stranger = await cooee.aRegisteredAccount()
    expect((await order([...ids].reverse(), stranger)).statusCode).toBe(404)
    expect(await names()).toEqual(['Anna', 'Bert', 'Cleo'])
  })

  test('the order of contacts holds when several are added and ordered at once', async () => {
    const answers = await Promise.all([
      ...['Dora', 'Emil', 'Fay'].map((name) => jane.post('/api/contacts', aContact(lovedOneId, { name }))),
      order([...ids].reverse()),
    ])
    expect(answers.slice(0, 3).map((answer) => answer.statusCode)).toEqual([201, 201, 201])
    expect([200, 409]).toContain(answers[3]?.statusCode)
    expect(await list()).toHaveLength(6)
  })
})

test('the list of contacts needs to know whose contacts are wanted', async () => {
  expect((await jane.get('/api/contacts')).statusCode).toBe(400)
  expect((await jane.get('/api/contacts?lovedOneId=abc')).statusCode).toBe(400)
})

test('contacts and loved ones of another account are not found', async () => {
  const contact = (await jane.post('/api/contacts', aContact(lovedOneId))).json()
  const stranger = await cooee.aRegisteredAccount()
  const answers = await Promise.all([
    stranger.get(`/api/contacts?lovedOneId=${lovedOneId}`),
    stranger.post('/api/contacts', aContact(lovedOneId)),
    stranger.patch(`/api/contacts/${contact.id}`, { name: 'Mine now' }),
    stranger.delete(`/api/contacts/${contact.id}`),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404, 404])
  expect(await list()).toEqual([contact])
})

test('a contact list without a loved one is refused, and says what is missing', async () => {
  const answer = await jane.get('/api/contacts')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([
    { path: 'lovedOneId', message: "Please say whose contacts you'd like: the lovedOneId is missing." },
  ])
})

test.each(['(02) 9876 5432', '+61 (0)2 9876\u20115432', '02/9876.5432', '02\u00a09876\u00a05432'])(
  'the number of a contact is accepted as people write it: %s',
  async (phoneNumber) => {
    const answer = await jane.post('/api/contacts', aContact(lovedOneId, { phoneNumber }))
    expect(answer.json()).toMatchObject({ phoneNumber: '+61298765432' })
    const profile = await jane.patch('/api/profile', { phoneNumber, currentPassword: A_PASSWORD })
    expect(profile.json()).toMatchObject({ phoneNumber: '+61298765432' })
  },
)
