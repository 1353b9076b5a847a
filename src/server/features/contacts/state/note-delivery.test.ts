import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { noteDelivered, noteUndelivered } from '../public.ts'

const TOM = '+61491570158'
const LANDLINE = '+61255501199'

let care: CareFixture
let account: { id: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver()
  await care.db.deleteFrom('events').execute()
  account = await care.anAccount()
})

async function aContact(phoneNumber = TOM, of = account, state: 'asked' | 'declined' = 'asked') {
  const lovedOneId = await care.somebodyElse(of)
  const row = { accountId: of.id, lovedOneId, name: 'Tom Hartley', phoneNumber, position: 1 }
  const no = state === 'declined' ? { state, askAt: null, answeredAt: care.clock.now() } : {}
  await care.db
    .insertInto('contacts')
    .values({ ...row, ...no })
    .execute()
}
async function aText(fields: { delivery?: 'failed' | null; error?: string; tries?: number; recipient?: string } = {}) {
  const { id } = await care.db
    .insertInto('messages')
    .values({
      ...{ accountId: account.id, channel: 'sms', recipient: TOM, text: 'x', segments: 1, tries: 1 },
      ...(fields.delivery === 'failed' ? { sentAt: care.clock.now() } : { failedAt: care.clock.now() }),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const undelivered = (id: number) => care.db.transaction().execute((trx) => noteUndelivered(trx, id))
const delivered = (recipient = TOM) =>
  care.db.transaction().execute((trx) => noteDelivered(trx, { accountId: account.id, recipient }, care.clock.now()))
const states = async () =>
  (await care.db.selectFrom('contacts').select('state').orderBy('id').execute()).map(({ state }) => state)

test('a contact whom a text does not reach is shown so, until one arrives', async () => {
  await aContact()
  await undelivered(await aText({ delivery: 'failed' }))
  expect(await states()).toEqual(['unreachable'])
  await undelivered(await aText({ delivery: 'failed' }))
  await delivered()
  expect(await states()).toEqual(['asked'])
  const contact = await care.db.selectFrom('contacts').select('deliveredAt').executeTakeFirstOrThrow()
  expect(contact.deliveredAt).toEqual(care.clock.now())
  const events = await care.db.selectFrom('events').select('data').orderBy('id').execute()
  expect(events.map(({ data }) => data)).toMatchObject([{ state: 'unreachable' }, { state: 'asked' }])
})

test('a number that the provider refuses at once counts as one that texts do not reach', async () => {
  await aContact()
  await undelivered(await aText({ error: "The 'To' number is not a valid phone number" }))
  expect(await states()).toEqual(['unreachable'])
})

test.each([
  ['the account had sent enough', { error: 'The account has sent as many text messages as it may in 24 hours.' }],
  ['the phone refuses texts', { error: 'This phone wants no text messages' }],
  ['nobody took it for a day', { error: 'connect ETIMEDOUT', tries: 18 }],
])('a text that was not sent because %s says nothing of the phone', async (_, fields) => {
  await aContact()
  await undelivered(await aText(fields))
  expect(await states()).toEqual(['asked'])
})

test('a landline that takes no text is rung, and stays as it is', async () => {
  await aContact(LANDLINE)
  await undelivered(await aText({ delivery: 'failed', recipient: LANDLINE }))
  expect(await states()).toEqual(['asked'])
})

test('a no stays a no, and another account’s contact is not concerned', async () => {
  await aContact(TOM, account, 'declined')
  await aContact(TOM, await care.anAccount())
  await undelivered(await aText({ delivery: 'failed' }))
  expect(await states()).toEqual(['declined', 'asked'])
})
