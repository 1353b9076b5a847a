import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { recordActivity } from './public.ts'

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
  jane = await cooee.aRegisteredAccount()
  await record(jane, 105)
})
afterAll(() => cooee.close())

function record(account: SignedIn, count: number): Promise<void> {
  return cooee.db.transaction().execute(async (trx) => {
    for (let number = 1; number <= count; number += 1) {
      await recordActivity(trx, {
        accountId: account.user.circle.id,
        activityType: 'call_completed',
        description: `Daily Check-in with Margaret Hartley completed (${number})`,
        details: number === count ? 'Pressed 1' : null,
      })
    }
  })
}

const list = async (query = '') => (await jane.get(`/api/activity${query}`)).json()

test('the activity log has the newest entry first, twenty at a time, with details if there are any', async () => {
  const entries = await list()
  expect(entries).toHaveLength(20)
  expect(entries[0]).toEqual({
    id: expect.any(Number),
    activityType: 'call_completed',
    description: 'Daily Check-in with Margaret Hartley completed (105)',
    by: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    metadata: { details: 'Pressed 1' },
  })
  expect(entries[1].metadata).toEqual({})
})

test('older entries of the activity log follow without a gap', async () => {
  const first = await list('?limit=2')
  const second = await list(`?limit=2&before=${first[1].id}`)
  expect([...first, ...second]).toEqual(await list('?limit=4'))
})

test.each([
  ['?limit=1000', 100],
  ['?limit=0', 1],
  ['?limit=-5', 1],
  ['?limit=7', 7],
])('the limit of an activity page stays between 1 and 100: %s', async (query, count) => {
  expect(await list(query)).toHaveLength(count)
})

test.each(['?limit=many', '?limit=1.5', '?before=x', '?before=-1', '?limit=1&limit=2'])(
  'the activity log refuses %s',
  async (query) => {
    const answer = await jane.get(`/api/activity${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveLength(1)
  },
)

test('the activity log of another account stays private', async () => {
  const stranger = await cooee.aRegisteredAccount()
  expect((await stranger.get('/api/activity')).json()).toEqual([])
})

test('the API says how long activity entries and calls are kept', async () => {
  expect((await jane.get('/api/activity/retention')).json()).toEqual({ months: 24, callMonths: 24 })
})
