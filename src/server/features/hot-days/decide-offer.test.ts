import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '#server/platform/http/app-error.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { type HotDaysFixture, hotDaysFixture, TODAY, TOMORROW } from '#test/hot-days-fixture.ts'

let cooee: HotDaysFixture
let jane: SignedIn
let lovedOneId: number
let offerId: number
beforeAll(async () => {
  cooee = await hotDaysFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 41 }
  jane = await cooee.aRegisteredAccount()
  lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  offerId = await cooee.offer(jane)
})
afterEach(async () => {
  await cooee.db.deleteFrom('lovedOnes').execute()
  await cooee.db.deleteFrom('townForecasts').execute()
})

const accept = (timeOfDay = '14:00', by = jane) => by.post(`/api/hot-days/${offerId}/accept`, { timeOfDay })
const decline = (by = jane) => by.post(`/api/hot-days/${offerId}/decline`)

test('accepting schedules one ordinary call, by the member, at that time of the day', async () => {
  const answer = await accept('15:30')
  expect(answer.json()).toEqual({ callId: expect.any(Number), scheduledTime: '2026-03-11T04:30:00.000Z' })
  const call = await cooee.call(jane, answer.json().callId)
  expect(call).toMatchObject({
    lovedOneId,
    callType: 'wellness_check',
    status: 'scheduled',
    scheduledTime: '2026-03-11T04:30:00.000Z',
  })
  const [activity] = (await jane.get('/api/activity?limit=1')).json()
  expect(activity).toMatchObject({ activityType: 'call_scheduled', by: { id: jane.user.id } })
  expect(await cooee.offers(jane)).toEqual([])
})

test('without a time it rings at the one that is proposed', async () => {
  const answer = await jane.post(`/api/hot-days/${offerId}/accept`, {})
  expect(answer.json().scheduledTime).toBe('2026-03-11T03:00:00.000Z')
})

test('two members who press at the same moment schedule one call, and both read which', async () => {
  const carer = await aMemberOf(cooee, jane, 'carer')
  const answers = await Promise.all([accept('14:00'), accept('16:00', carer), accept('14:00'), accept('16:00', carer)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await cooee.list(jane, 'upcoming')).toHaveLength(1)
})

test('one who accepts while another declines: one of both counts', async () => {
  const carer = await aMemberOf(cooee, jane, 'carer')
  const [accepted, declined] = await Promise.all([accept(), decline(carer)])
  const calls = await cooee.list(jane, 'upcoming')
  expect([
    [200, 409, 1],
    [409, 204, 0],
  ]).toContainEqual([accepted.statusCode, declined.statusCode, calls.length])
})

test('declining books nothing, may be repeated, and holds', async () => {
  expect((await decline()).statusCode).toBe(204)
  expect((await decline()).statusCode).toBe(204)
  expect(await cooee.offers(jane)).toEqual([])
  expect(await cooee.list(jane, 'upcoming')).toEqual([])
  cooee.clock.advance(3_600_000)
  await cooee.look()
  expect(await cooee.offers(jane)).toEqual([])
  expect((await accept()).statusCode).toBe(409)
  const [activity] = (await jane.get('/api/activity?limit=1')).json()
  expect(activity.description).toContain('No extra call for Margaret Hartley on a hot day')
})

test('the call stays when it is not going to be so hot after all', async () => {
  await accept()
  cooee.clock.advance(3_600_000)
  cooee.forecast.days = { [TOMORROW]: 24 }
  await cooee.look()
  expect(await cooee.list(jane, 'upcoming')).toHaveLength(1)
})

test('a cancelled call is not offered again', async () => {
  const { callId } = (await accept()).json()
  await jane.delete(`/api/calls/${callId}`)
  cooee.clock.advance(3_600_000)
  await cooee.look()
  expect(await cooee.offers(jane)).toEqual([])
})

test.each([
  ['25:00', 'Please choose a time, like 14:00'],
  ['2 pm', 'Please choose a time, like 14:00'],
  ['21:00', 'Please choose a time from 7:00 AM to before 9:00 PM'],
  ['06:55', 'Please choose a time from 7:00 AM to before 9:00 PM'],
])('%s is refused, naming the field', async (timeOfDay, message) => {
  const answer = await accept(timeOfDay)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([{ path: 'timeOfDay', message }])
})

test('a time of that day that has passed is refused', async () => {
  await cooee.moveTo(new Date('2026-03-11T10:00:00+11:00'))
  await cooee.look()
  const answer = await accept('09:00')
  expect(answer.json().errors).toEqual([{ path: 'timeOfDay', message: "Please choose a time that hasn't passed" }])
})

test('an offer whose day is over is refused', async () => {
  await cooee.moveTo(new Date('2026-03-11T21:00:00+11:00'))
  for (const look of [() => {}, cooee.look]) {
    await look()
    const answer = await accept()
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('This offer is over: there’s no time left for a call on that day.')
  }
})

test('an offer of an old forecast is refused', async () => {
  cooee.forecast.days = null
  await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + 24.5 * 3_600_000))
  const answer = await accept()
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toContain('We have no recent forecast')
})

test('somebody else’s offer is not found', async () => {
  const john = await cooee.aRegisteredAccount()
  expect((await accept('14:00', john)).statusCode).toBe(404)
  expect((await decline(john)).statusCode).toBe(404)
  expect(await cooee.offers(jane)).toHaveLength(1)
})

test('what the plan refuses is refused, and the offer stays open', async () => {
  cooee.plans.beforeScheduling = async () => {
    throw new AppError('plan_limit_reached', 'Your plan has no more calls this month')
  }
  try {
    expect((await accept()).statusCode).toBe(402)
  } finally {
    cooee.plans.beforeScheduling = async () => {}
  }
  expect(await cooee.offers(jane)).toHaveLength(1)
  expect((await accept()).statusCode).toBe(200)
})

test('a call that was accepted for a very hot day knows it, until it is somebody else’s', async () => {
  const { HOT_DAY_OF_CALL } = await import('./public.ts')
  const { callId } = (await accept()).json()
  const hotDay = () => cooee.db.selectFrom('calls').select(HOT_DAY_OF_CALL.as('day')).where('id', '=', callId).execute()
  expect(await hotDay()).toEqual([{ day: TOMORROW }])
  const other = await cooee.aLovedOne(jane)
  await jane.patch(`/api/calls/${callId}`, { lovedOneId: other })
  expect(await hotDay()).toEqual([{ day: null }])
})

test('without a source of forecasts there is nothing of all this', async () => {
  const plain = await buildTestApp()
  try {
    const carer = await plain.aRegisteredAccount()
    expect((await carer.get('/api/hot-days')).json()).toEqual({ isOn: false, offers: [], towns: [] })
    expect((await carer.get('/api/hot-days/towns')).json()).toEqual([])
  } finally {
    await plain.close()
  }
})

test('a town that is not offered is refused, naming the field', async () => {
  const answer = await jane.patch(`/api/loved-ones/${lovedOneId}`, { hotDaysTown: 'atlantis' })
  expect(answer.json().errors).toEqual([{ path: 'hotDaysTown', message: 'Please select a town' }])
})
