import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { aCallBody, type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { aContact, aLovedOne } from '#test/factories.ts'

let cooee: CallsFixture
let jane: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await callsFixture()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount()
  lovedOneId = await cooee.aLovedOne(jane)
})
afterAll(() => cooee.close())

const create = (path: string, body: unknown, key: string | undefined, who = jane) =>
  cooee.request('POST', path, body, {
    headers: { authorization: `Bearer ${who.token}`, ...(key && { 'idempotency-key': key }) },
  })

describe.each([
  ['/api/calls', '/api/calls/upcoming', () => aCallBody({ lovedOneId })],
  ['/api/loved-ones', '/api/loved-ones', () => aLovedOne({ name: 'Only Once' })],
  ['/api/contacts', '/api/contacts', () => aContact(lovedOneId)],
])('what is created at %s', (path, listPath, body) => {
  const idsIn = async (who = jane): Promise<number[]> =>
    (await who.get(`${listPath}?lovedOneId=${lovedOneId}`)).json().map(({ id }: { id: number }) => id)

  test('a resource is created once for one key, and answered again', async () => {
    const before = await idsIn()
    const key = randomUUID()
    const first = await create(path, body(), key)
    const again = await create(path, body(), `"${key}"`)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect(await idsIn()).toHaveLength(before.length + 1)
  })

  test('a resource is created once when the same request runs several times at once', async () => {
    const before = await idsIn()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(path, body(), key)))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect(await idsIn()).toHaveLength(before.length + 1)
  })

  test('a resource is created every time without a key', async () => {
    const before = await idsIn()
    await create(path, body(), undefined)
    await create(path, body(), undefined)
    expect(await idsIn()).toHaveLength(before.length + 2)
  })

  test('a refused request leaves its key free', async () => {
    const key = randomUUID()
    expect((await create(path, {}, key)).statusCode).toBe(400)
    expect((await create(path, { ...body(), lovedOneId: 999_999, phoneNumber: '000000' }, key)).statusCode).not.toBe(
      201,
    )
    expect((await create(path, body(), key)).statusCode).toBe(201)
  })

  test('an invalid idempotency key is refused', async () => {
    expect((await create(path, body(), 'short')).statusCode).toBe(400)
  })
})

test('a key that is repeated with other details is a conflict: nobody believes that a call was scheduled which was not', async () => {
  const key = randomUUID()
  const first = await create('/api/calls', aCallBody({ lovedOneId }), key)
  const changed = await create('/api/calls', aCallBody({ lovedOneId, callType: 'wellness_check' }), key)
  expect(changed.statusCode).toBe(409)
  expect((await create('/api/contacts', aContact(lovedOneId), key)).statusCode).toBe(409)
  expect((await jane.get('/api/calls/upcoming')).json().map(({ id }: { id: number }) => id)).toEqual([first.json().id])
})

test('a repeated request is answered although its time is over meanwhile', async () => {
  const key = randomUUID()
  const now = aCallBody({ lovedOneId, scheduledTime: cooee.clock.now().toISOString() })
  const first = await create('/api/calls', now, key)
  cooee.clock.advance(5 * 60_000)
  const again = await create('/api/calls', now, key)
  expect(again.statusCode).toBe(201)
  expect(again.json().id).toBe(first.json().id)
})

test('a custom schedule that begins now is the same request a little later', async () => {
  const key = randomUUID()
  const custom = () =>
    aCallBody({
      lovedOneId,
      scheduledTime: cooee.clock.now().toISOString(),
      recurrencePattern: 'custom',
      schedulePatterns: [{ weekDay: 'monday', timeOfDay: '09:00' }],
    })
  const first = await create('/api/calls', custom(), key)
  cooee.clock.advance(90_000)
  expect((await create('/api/calls', custom(), key)).json().id).toBe(first.json().id)
})

test("somebody else's key is not mine", async () => {
  const key = randomUUID()
  await create('/api/loved-ones', aLovedOne(), key)
  const stranger = await cooee.aRegisteredAccount()
  const theirs = await create('/api/loved-ones', aLovedOne({ name: 'Another Person' }), key, stranger)
  expect(theirs.json().name).toBe('Another Person')
})
