import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { aRegistration } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

let jane: SignedIn
let rao: SignedIn
let own: number
let janes: number
/** Rao has a family of his own, belongs to Jane's as well, and is in his own. */
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane' })
  rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
  own = (await rao.get('/api/me')).json().circle.id
  janes = (await jane.get('/api/me')).json().circle.id
  await cooee.db
    .insertInto('members')
    .values({ accountId: janes, personId: rao.user.id, role: 'carer', mayHearCalls: true, joinedAt: cooee.clock.now() })
    .execute()
})

const PERSON = { name: 'Amma', phoneNumber: '0491 570 156', relationship: 'parent' }
const asRao = (method: 'GET' | 'POST' | 'DELETE', path: string, circle: number | string, body?: unknown) =>
  cooee.request(method, path, body, {
    headers: { authorization: `Bearer ${rao.token}`, 'x-circle': String(circle) },
  })

test('a tab that shows one family neither reads nor changes the other that was entered beside it', async () => {
  expect((await asRao('POST', '/api/loved-ones', own, PERSON)).statusCode).toBe(201)
  await rao.post(`/api/circles/${janes}/enter`)
  for (const [method, path, body] of [
    ['GET', '/api/loved-ones'],
    ['POST', '/api/loved-ones', PERSON],
    ['DELETE', `/api/members/${rao.user.id}`],
  ] as const) {
    const answer = await asRao(method, path, own, body)
    expect([answer.statusCode, answer.json()]).toEqual([
      412,
      { message: 'Another family is open in this browser now.' },
    ])
  }
  expect((await jane.get('/api/loved-ones')).json()).toEqual([])
  expect((await jane.get('/api/members')).json()).toHaveLength(2)
  expect((await asRao('GET', '/api/loved-ones', janes)).json()).toEqual([])
})

test('a header that names no circle is refused like another one, and clients without it go on', async () => {
  for (const shown of ['', '0', `0${own}`, 'x']) {
    expect((await asRao('GET', '/api/loved-ones', shown)).statusCode).toBe(412)
  }
  expect((await rao.get('/api/loved-ones')).statusCode).toBe(200)
  const answer = await cooee.request('POST', '/api/register', aRegistration(), { headers: { 'x-circle': '1' } })
  expect(answer.statusCode).toBe(201)
})
