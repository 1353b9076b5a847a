import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { aCallBody, type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { aLovedOne } from '#test/factories.ts'
import { placedCalls, subscribe, withLimits } from '#test/plan-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (milliseconds: number) => new Date(TUESDAY_ELEVEN.getTime() + milliseconds)

let cooee: CallsFixture
let carer: SignedIn
let margaret: number

beforeAll(async () => {
  cooee = await callsFixture(withLimits)
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer)
})

/** How many answers there were of each status. */
function counted(answers: readonly { statusCode: number }[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(([status, group]) => [status, group.length]),
  )
}

const atOnce = <Result>(count: number, request: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)))

const schedule = (fields: Record<string, unknown> = {}) =>
  carer.post('/api/calls', aCallBody({ lovedOneId: margaret, ...fields }))

/** What the Subscription page shows. */
const booked = async (): Promise<number> => (await carer.get('/api/subscription')).json().usage.calls

const place = (count: number, at = cooee.clock.now()) =>
  placedCalls(cooee.db, { accountId: carer.user.circle.id, lovedOneId: margaret, count, at })

/** Time passes, and everybody has signed in again meanwhile. */
async function moveOn(instant: Date): Promise<void> {
  await cooee.moveTo(instant)
  await cooee.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(instant.getTime() + DAY) })
    .execute()
}

/** The trial of the account is over. */
const lapse = () => moveOn(later(14 * DAY))

describe('limits under many requests at the same moment', () => {
  test('many requests at once add no more than five loved ones', async () => {
    const answers = await atOnce(50, (index) => carer.post('/api/loved-ones', aLovedOne({ name: `Number ${index}` })))
    expect(counted(answers)).toEqual({ 201: 4, 402: 46 })
    expect((await carer.get('/api/loved-ones')).json()).toHaveLength(5)
    expect(answers.find(({ statusCode }) => statusCode === 402)?.json()).toEqual({
      message: 'Your plan covers up to 5 loved ones. Remove one to add another.',
    })
  })

  test('many requests at once book no more than thirty calls, by any number of people for any time of the month', async () => {
    const times = (index: number) => new Date(later(DAY).getTime() + (index * HOUR) / 4).toISOString()
    const answers = await atOnce(50, (index) => schedule({ scheduledTime: times(index), confirmNight: true }))
    expect(counted(answers)).toEqual({ 201: 30, 402: 20 })
    expect(await booked()).toBe(30)
    const other = await cooee.aRegisteredAccount()
    const theirs = await cooee.aLovedOne(other)
    expect((await other.post('/api/calls', aCallBody({ lovedOneId: theirs }))).statusCode, 'another account').toBe(201)
  })

  test('only one of many requests at once schedules the thirtieth call for now', async () => {
    await place(29)
    const scheduledTime = later(30_000).toISOString()
    expect(counted(await atOnce(50, () => schedule({ scheduledTime })))).toEqual({ 201: 1, 402: 49 })
  })

  test('only one of many requests at once books the last recurring schedule that fits', async () => {
    await place(16)
    const answers = await atOnce(20, () => schedule({ recurrencePattern: 'daily' }))
    expect(counted(answers)).toEqual({ 201: 1, 402: 19 })
    expect(await booked()).toBe(30)
  })
})

describe('the thirty calls of a month', () => {
  test('the thirty calls of a month refuse the next one, with when it can be scheduled', async () => {
    await subscribe(cooee.db, carer.user.circle.id, TUESDAY_ELEVEN)
    await place(30)
    const refused = await schedule()
    expect(refused.statusCode).toBe(402)
    expect(refused.json().message).toBe(
      "All 30 calls of your month until Thursday, Apr 9, 2026 are booked. Choose Thursday, Apr 9, 2026 or later, or cancel calls you don't need. We'll still make every call you've scheduled.",
    )
    expect((await schedule({ scheduledTime: later(31 * DAY).toISOString() })).statusCode, 'of the next month').toBe(201)
  })

  test('the thirty calls of a month count a recurring schedule with all its rings in the month, and a cancelled one no more', async () => {
    const daily = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const another = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    expect(await booked(), '14 days of the trial each').toBe(28)
    const refused = await schedule({ recurrencePattern: 'weekdays' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      402,
      "This would add 10 calls until Tuesday, Mar 24, 2026, and 28 of the 30 calls of your free trial are booked. Choose fewer days, or cancel calls you don't need. We'll still make every call you've scheduled.",
    ])
    expect((await carer.delete(`/api/calls/${another.id}`)).statusCode).toBe(204)
    expect((await schedule({ recurrencePattern: 'weekdays' })).statusCode).toBe(201)
    const time = { scheduledTime: '2026-03-11T10:00:00+11:00' }
    expect((await carer.patch(`/api/calls/${daily.id}`, time)).statusCode, 'moved').toBe(200)
    expect(await booked()).toBe(24)
  })

  test('the thirty calls of a month cannot be exceeded by moving calls into a month that is full, or by ringing more often', async () => {
    const weekly = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'weekly' })
    const afterTrial = await cooee.aCall(carer, { lovedOneId: margaret, scheduledTime: later(20 * DAY).toISOString() })
    await place(28)
    const edit = (id: number, fields: Record<string, unknown>) => carer.patch(`/api/calls/${id}`, fields)
    expect((await edit(weekly.id, { recurrencePattern: 'daily' })).statusCode).toBe(402)
    expect((await edit(afterTrial.id, { scheduledTime: later(2 * DAY).toISOString() })).statusCode).toBe(402)
    expect((await edit(weekly.id, { scheduledTime: '2026-03-11T10:00:00+11:00' })).statusCode).toBe(200)
  })

  test('the thirty calls of a month stop no schedule that was accepted: it is placed, however many the month has', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await place(30)
    expect((await schedule()).statusCode).toBe(402)
    await cooee.moveTo(new Date('2026-03-11T09:00:00+11:00'))
    await cooee.dispatch()
    expect((await cooee.call(carer, call.id)).status).toBe('in_progress')
    const next = (await cooee.list(carer, 'upcoming')).find(({ status }) => status === 'scheduled')
    expect(next?.scheduledTime, 'and so is the next one').toBe('2026-03-11T22:00:00.000Z')
  })

  test('the thirty calls of a month never refuse Call Now, which counts among them', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await place(30)
    expect((await carer.post(`/api/calls/${call.id}/call-now`)).statusCode).toBe(202)
    expect(await booked()).toBe(45)
  })

  test('the thirty calls of a month are counted from the beginning of the month that is paid for', async () => {
    await place(30, later(-HOUR))
    await subscribe(cooee.db, carer.user.circle.id, TUESDAY_ELEVEN)
    expect((await schedule()).statusCode).toBe(201)
    await moveOn(later(30 * DAY))
    await place(30, later(29 * DAY))
    const scheduledTime = later(31 * DAY).toISOString()
    expect((await schedule({ scheduledTime })).statusCode, 'a month is over although nobody reported its renewal').toBe(
      201,
    )
  })

  test('the thirty calls of a month do not come back with a loved one who is removed', async () => {
    const con = await cooee.aLovedOne(carer, { name: 'Con Papadakis' })
    await placedCalls(cooee.db, { accountId: carer.user.circle.id, lovedOneId: con, count: 30, at: cooee.clock.now() })
    expect((await carer.delete(`/api/loved-ones/${con}`)).statusCode).toBe(204)
    expect((await schedule()).statusCode).toBe(402)
    await cooee.db.deleteFrom('accounts').where('id', '=', carer.user.circle.id).execute()
    expect(await cooee.db.selectFrom('removedCalls').selectAll().execute()).toEqual([])
  })

  test('the thirty calls of a month do not refuse a request that is repeated because its answer was lost', async () => {
    await place(29)
    const headers = { authorization: `Bearer ${carer.token}`, 'idempotency-key': 'a-key-that-is-used-twice' }
    const body = aCallBody({ lovedOneId: margaret, scheduledTime: TUESDAY_ELEVEN.toISOString() })
    const first = await cooee.request('POST', '/api/calls', body, { headers })
    expect((await schedule()).statusCode).toBe(402)
    const again = await cooee.request('POST', '/api/calls', body, { headers })
    expect([again.statusCode, again.json().id]).toEqual([201, first.json().id])
  })

  test('the thirty calls of a month do not refuse a press on Call Now that is repeated', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await place(29)
    const press = () => carer.post(`/api/calls/${call.id}/call-now`)
    expect([(await press()).statusCode, (await press()).statusCode]).toEqual([202, 202])
    await cooee.dispatch()
    expect((await press()).statusCode, 'it rings already').toBe(202)
  })

  test('the thirty calls of a month are not used up by a call whose dial the provider did not take, twice over', async () => {
    await place(29)
    await cooee.aCall(carer, { lovedOneId: margaret, scheduledTime: TUESDAY_ELEVEN.toISOString() })
    expect((await schedule()).statusCode, 'it is on its way').toBe(402)
    await cooee.dispatch()
    expect((await schedule()).statusCode, 'it was placed').toBe(402)
  })
})

describe('the order of the checks', () => {
  test('a request is checked for whether it makes sense, then whose loved one it is, then the plan', async () => {
    const stranger = await cooee.aRegisteredAccount()
    const theirs = await cooee.aLovedOne(stranger)
    const theirCall = await cooee.aCall(stranger, { lovedOneId: theirs })
    await lapse()
    const scheduledTime = later(15 * DAY).toISOString()
    expect((await schedule({ scheduledTime: 'soon' })).statusCode).toBe(400)
    expect((await schedule({ scheduledTime: TUESDAY_ELEVEN.toISOString() })).statusCode).toBe(400)
    expect((await schedule({ scheduledTime, lovedOneId: theirs })).statusCode).toBe(404)
    expect((await carer.post(`/api/calls/${theirCall.id}/call-now`)).statusCode).toBe(404)
    expect((await schedule({ scheduledTime })).statusCode).toBe(402)
    expect((await carer.post('/api/loved-ones', { name: '' })).statusCode).toBe(400)
    expect((await carer.post('/api/loved-ones', aLovedOne())).statusCode).toBe(402)
  })
})

describe('calls that are changed', () => {
  const edit = (callId: number, fields: Record<string, unknown>) => carer.patch(`/api/calls/${callId}`, fields)

  test('a call that is changed to a type without its add-on is refused, and stays as it was', async () => {
    await subscribe(cooee.db, carer.user.circle.id, TUESDAY_ELEVEN, { addOns: ['WELLNESS_CHECK'] })
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    expect((await edit(call.id, { callType: 'wellness_check' })).statusCode).toBe(200)
    const refused = await edit(call.id, { callType: 'wake_up_call' })
    expect(refused.statusCode).toBe(402)
    expect(refused.json().message).toContain("Wake-up Call isn't part of your plan.")
    expect((await cooee.call(carer, call.id)).callType).toBe('wellness_check')
  })

  test('a call may be moved, and keeps its type, whatever the plan is now', async () => {
    const call = await cooee.aCall(carer, {
      lovedOneId: margaret,
      callType: 'wake_up_call',
      scheduledTime: later(20 * DAY).toISOString(),
    })
    await lapse()
    const moved = await edit(call.id, { callType: 'wake_up_call', scheduledTime: later(21 * DAY).toISOString() })
    expect(moved.statusCode).toBe(200)
    expect((await edit(call.id, { callType: 'daily_check_in' })).statusCode).toBe(402)
  })

  test('changing a call from once to recurring is a new promise', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const daily = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await place(30)
    expect((await edit(call.id, { recurrencePattern: 'daily' })).statusCode).toBe(402)
    expect((await edit(daily.id, { recurrencePattern: 'weekdays' })).statusCode).toBe(200)
  })
})

test('an account whose payment has failed does everything as before for as long as its calls go on', async () => {
  await subscribe(cooee.db, carer.user.circle.id, later(-30 * DAY), {
    status: 'past_due',
    addOns: ['WAKE_UP_CALL'],
    periodEnd: later(DAY),
    unpaidSince: later(-HOUR),
  })
  const lapseNotifiedAt = TUESDAY_ELEVEN
  await cooee.db.updateTable('accounts').set({ lapseNotifiedAt }).where('id', '=', carer.user.circle.id).execute()
  expect((await schedule({ callType: 'wake_up_call' })).statusCode).toBe(201)
  expect((await carer.post('/api/loved-ones', aLovedOne())).statusCode).toBe(201)
  const call = await cooee.aCall(carer, { lovedOneId: margaret, scheduledTime: later(8 * DAY).toISOString() })
  await moveOn(later(7 * DAY))
  await cooee.db
    .updateTable('accounts')
    .set({ suspendedAt: later(7 * DAY), suspendedBecause: 'past_due' })
    .where('id', '=', carer.user.circle.id)
    .execute()
  const refused = await carer.post(`/api/calls/${call.id}/call-now`)
  expect([refused.statusCode, refused.json().message]).toEqual([
    402,
    'Your payment has failed. Change your card, then press Pay now on the Subscription page to start a call now.',
  ])
})
