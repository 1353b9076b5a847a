import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { aCallBody, type CallsFixture, callsFixture } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let stranger: SignedIn
let callId: number
beforeAll(async () => {
  cooee = await callsFixture()
  carer = await cooee.aRegisteredAccount()
  stranger = await cooee.aRegisteredAccount()
  const lovedOneId = await cooee.aLovedOne(carer)
  const call = await cooee.aCall(carer, {
    lovedOneId,
    recurrencePattern: 'custom',
    schedulePatterns: [
      { weekDay: 'sunday', timeOfDay: '10:00' },
      { weekDay: 'monday', timeOfDay: '09:00' },
    ],
  })
  callId = call.id
})
afterAll(() => cooee.close())

const ONE_CALL = [
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/skip'],
  ['POST', '/call-now'],
  ['GET', '/schedule-patterns'],
  ['GET', '/patterns'],
] as const
const bodyOf = (method: string) => (method === 'PATCH' ? { callType: 'wellness_check' } : undefined)

describe.each(ONE_CALL)('access to %s /api/calls/{id}%s', (method, path) => {
  test('a call of another account answers like one that does not exist, and changes nothing', async () => {
    const before = await cooee.call(carer, callId)
    const [theirs, unknown] = await Promise.all(
      [callId, 987_654_321].map((id) => stranger.request(method, `/api/calls/${id}${path}`, bodyOf(method))),
    )
    expect(theirs?.statusCode).toBe(404)
    expect(theirs?.body).toBe(unknown?.body)
    expect(await cooee.call(carer, callId)).toEqual(before)
  })

  test.each(['abc', '0', '-1', '1.5', '99999999999999999999', '%00'])('a call refuses the id %s', async (id) => {
    expect((await carer.request(method, `/api/calls/${id}${path}`, bodyOf(method))).statusCode).toBe(400)
  })

  test('a call asks for a session', async () => {
    expect((await cooee.request(method, `/api/calls/${callId}${path}`, bodyOf(method))).statusCode).toBe(401)
  })
})

test.each(['upcoming', 'recurring', 'history'])(
  'GET /api/calls/%s asks for a session, and shows no other account’s calls',
  async (path) => {
    expect((await cooee.request('GET', `/api/calls/${path}`)).statusCode).toBe(401)
    expect(await cooee.list(stranger, path)).toEqual([])
    const { lovedOneId } = await cooee.call(carer, callId)
    expect(await cooee.list(stranger, `${path}?lovedOneId=${lovedOneId}`)).toEqual([])
  },
)

test('a call for another account’s loved one answers as for one that does not exist', async () => {
  const { lovedOneId } = await cooee.call(carer, callId)
  const [theirs, unknown] = await Promise.all(
    [lovedOneId, 987_654_321].map((id) => stranger.post('/api/calls', aCallBody({ lovedOneId: id }))),
  )
  expect(theirs?.statusCode).toBe(404)
  expect(theirs?.body).toBe(unknown?.body)
  expect((await cooee.request('POST', '/api/calls', aCallBody({ lovedOneId }))).statusCode).toBe(401)
})

test('the slots of a custom schedule are read under both paths, Monday first', async () => {
  const slots = [
    { weekDay: 'monday', timeOfDay: '09:00' },
    { weekDay: 'sunday', timeOfDay: '10:00' },
  ]
  for (const path of ['schedule-patterns', 'patterns']) {
    expect((await carer.get(`/api/calls/${callId}/${path}`)).json()).toEqual(slots)
  }
  const { lovedOneId } = await cooee.call(carer, callId)
  for (const recurrencePattern of ['once', 'daily']) {
    const { id } = await cooee.aCall(carer, { lovedOneId, recurrencePattern })
    expect((await carer.get(`/api/calls/${id}/patterns`)).json()).toEqual([])
  }
})
