import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne, aNumber } from '#test/factories.ts'
import { withdrawVerification } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'

const DAY_MS = 86_400_000

let cooee: TestApp
let jane: SignedIn
let phoneNumber: string
beforeAll(async () => {
  cooee = await buildTestApp()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount()
  phoneNumber = `+6149157${String(aNumber()).padStart(4, '0')}`
})
afterAll(() => cooee.close())

const add = async (fields = {}): Promise<number> =>
  (await jane.post('/api/loved-ones', aLovedOne({ phoneNumber, ...fields }))).json().id
const send = (lovedOneId: number, by = jane) => by.post(`/api/loved-ones/${lovedOneId}/text-number`)
const texts = async () =>
  (
    await cooee.db
      .selectFrom('messages')
      .select('text')
      .where('accountId', '=', jane.user.circle.id)
      .where('channel', '=', 'sms')
      .execute()
  ).map(({ text }) => text)

test('one text takes our number and its contact card to the phone of a loved one', async () => {
  const answer = await send(await add())
  expect([answer.statusCode, answer.json()]).toEqual([202, { message: "We're texting our number to Margaret." }])
  const number = (await jane.get('/api/phone')).json()
  expect(await texts()).toEqual([
    `Cooee: Jane has set up calls to see how you are. We ring from ${number.display}. To save it, open ${number.vcardUrl}. Don't want this? Reply STOP.`,
  ])
  expect((await jane.get('/api/activity')).json()[0].description).toBe("Cooee's number texted to Margaret Hartley")
})

test('the fourth text of a day to one phone is refused, and the next day it may be sent again', async () => {
  const id = await add()
  const answers = await Promise.all([send(id), send(id), send(id), send(id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 202, 202, 429])
  expect(await texts()).toHaveLength(3)
  cooee.clock.advance(DAY_MS)
  expect((await send(id)).statusCode).toBe(202)
})

test('changing the number again and again does not reach phone after phone', async () => {
  const id = await add()
  for (let sent = 0; sent < 10; sent += 1) {
    await jane.patch(`/api/loved-ones/${id}`, { phoneNumber: `+6149158${String(aNumber()).padStart(4, '0')}` })
    expect((await send(id)).statusCode).toBe(202)
  }
  await jane.patch(`/api/loved-ones/${id}`, { phoneNumber })
  expect((await send(id)).statusCode).toBe(429)
})

test('a landline is not texted, and it is said why', async () => {
  const answer = await send(await add({ phoneNumber: '02 5550 7491' }))
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    "Margaret's number is a landline, so it can't get texts.",
  ])
  expect(await texts()).toEqual([])
})

test.each([{ calls: true }, { texts: true }])('a phone that said no is not texted: %o', async (refuses) => {
  const id = await add()
  await aRefusal(cooee.db, { phoneNumber, ...refuses }, cooee.clock.now())
  const answer = await send(id)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    "Margaret has asked us not to call or text, so we won't.",
  ])
  expect(await texts()).toEqual([])
})

test('nothing is texted for an account whose email was never confirmed', async () => {
  const id = await add()
  await withdrawVerification(cooee.db, jane.user.circle.id)
  const answer = await send(id)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    `Please confirm your email first: we wrote to ${jane.user.email}. Until then we can't text Margaret.`,
  ])
})

test('somebody else’s loved one is not found', async () => {
  const id = await add()
  expect((await send(id, await cooee.aRegisteredAccount())).statusCode).toBe(404)
})
