import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

test('the dashboard counts what is there, and only the account’s own', async () => {
  const jane = await cooee.aRegisteredAccount()
  const stranger = await cooee.aRegisteredAccount()
  const accountId = jane.user.circle.id
  const lovedOneId = (await jane.post('/api/loved-ones', aLovedOne())).json().id
  const at = cooee.clock.now()
  const open = { dialAt: at, dialBy: at }
  const ended = { dialAt: null, dialBy: null, endedAt: at }
  const call = { accountId, lovedOneId, callType: 'daily_check_in', scheduledFor: at } as const
  await cooee.db
    .insertInto('calls')
    .values([
      { ...call, status: 'scheduled', ...open },
      { ...call, status: 'in_progress', ...open },
      { ...call, status: 'completed', ...ended },
      { ...call, status: 'missed', ...ended },
      { ...call, status: 'voicemail', ...ended },
    ])
    .execute()
  expect((await jane.get('/api/dashboard/stats')).json()).toEqual({
    lovedOnesCount: 1,
    scheduledCallsCount: 2,
    completedCallsCount: 1,
    subscription: { plan: null },
  })
  expect((await stranger.get('/api/dashboard/stats')).json()).toEqual({
    lovedOnesCount: 0,
    scheduledCallsCount: 0,
    completedCallsCount: 0,
    subscription: { plan: null },
  })

  expect((await jane.delete(`/api/loved-ones/${lovedOneId}`)).statusCode).toBe(204)
  expect((await jane.get('/api/dashboard/stats')).json(), 'what was completed stays counted').toMatchObject({
    lovedOnesCount: 0,
    scheduledCallsCount: 0,
    completedCallsCount: 1,
  })
})
