import { createSecretKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { contactTokenOf } from '../asking/contact-links.ts'

const TOM = '+61491570158'
const OTHER = '+61491570110'

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

async function add() {
  const body = aContact(lovedOneId, { phoneNumber: TOM, name: 'Tom Hartley' })
  const { id } = (await jane.post('/api/contacts', body)).json()
  return { id, token: await contactTokenOf(cooee, await contactOf(id)) }
}
const contactOf = (id: number) =>
  cooee.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const answer = (token: string, said: string) =>
  cooee.request('POST', `/api/contact-pages/${token}/answer`, { answer: said })
const save = (token: string, body: unknown) => cooee.request('PATCH', `/api/contact-pages/${token}`, body)

test('a yes and a no at once end in one of the two, and the log and the events agree with it', async () => {
  const { id, token } = await add()
  const said = ['yes', 'no', 'yes', 'no', 'no', 'yes']
  const answers = await Promise.all(said.map((one) => answer(token, one)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(said.map(() => 200))
  const { state, agreedAt, askAt } = await contactOf(id)
  expect(['agreed', 'declined']).toContain(state)
  expect(agreedAt !== null).toBe(state === 'agreed')
  expect(askAt !== null).toBe(state === 'agreed')
  const events = await cooee.db
    .selectFrom('events')
    .select('data')
    .where('event', '=', 'contact.changed')
    .orderBy('id')
    .execute()
  const changes = events.map(({ data }) => data as { state: string; previousState: string })
  expect(changes.at(-1)?.state).toBe(state)
  for (const [index, change] of changes.entries())
    expect(change.previousState).toBe(changes[index - 1]?.state ?? 'asked')
})

test('an answer while the number is changed never agrees for the new number', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, token } = await add()
    const [answered] = await Promise.all([
      answer(token, 'yes'),
      jane.patch(`/api/contacts/${id}`, { phoneNumber: OTHER }),
    ])
    expect([200, 404]).toContain(answered.statusCode)
    expect(await contactOf(id)).toMatchObject({ phoneNumber: OTHER, state: 'asked', agreedAt: null })
    await jane.delete(`/api/contacts/${id}?confirmLast=true`)
  }
})

test('an answer while the contact is removed answers nothing, and breaks nothing', async () => {
  const { id, token } = await add()
  const [answered, removed] = await Promise.all([
    answer(token, 'no'),
    jane.delete(`/api/contacts/${id}?confirmLast=true`),
  ])
  expect([200, 404]).toContain(answered.statusCode)
  expect(removed.statusCode).toBe(204)
  expect((await answer(token, 'yes')).statusCode).toBe(404)
})

test.each([
  [{ awayUntil: '0000-01-01' }, 'awayUntil'],
  [{ awayUntil: '2026-02-30' }, 'awayUntil'],
  [{ awayUntil: '+020260-01-01' }, 'awayUntil'],
  [{ minutesAway: 1e300 }, 'minutesAway'],
  [{ minutesAway: -1 }, 'minutesAway'],
  [{ days: ['someday'] }, 'days.0'],
  [{ from: '08:00' }, 'to'],
  [{ from: '24:00', to: '25:00' }, 'from'],
  [{ zone: 'Mars/Olympus' }, 'zone'],
  [{ keyNote: 'k'.repeat(121) }, 'keyNote'],
] as const)('%j on a contact’s page is refused, and the answer names the field', async (body, path) => {
  const { token } = await add()
  const refused = await save(token, body)
  expect(refused.statusCode).toBe(400)
  expect(JSON.stringify(refused.json())).toContain(path.split('.')[0])
})

test('a contact’s note about the key is in no log entry and no event', async () => {
  const { token } = await add()
  expect((await save(token, { hasKey: true, keyNote: 'under the third pot' })).statusCode).toBe(200)
  for (const table of ['activity', 'events', 'contacts', 'messages'] as const) {
    const rows = await cooee.db.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows), table).not.toContain('third pot')
  }
})

test('nobody reads what was sealed by the link of another contact', async () => {
  const tom = await add()
  await save(tom.token, { hasKey: true, keyNote: 'under the third pot' })
  const body = aContact(lovedOneId, { phoneNumber: OTHER, name: 'Susan Hartley' })
  const { id } = (await jane.post('/api/contacts', body)).json()
  const susan = await contactTokenOf(cooee, await contactOf(id))
  const [tomsClaim = '', tomsSignature = ''] = [tom.token.slice(0, tom.token.lastIndexOf('.')), susan.split('.').at(-1)]
  const forged = await cooee.request('GET', `/api/contact-pages/${tomsClaim}.${tomsSignature}`)
  expect(forged.statusCode).toBe(404)
  expect((await cooee.request('GET', `/api/contact-pages/${susan}`)).body).not.toContain('third pot')
})
