import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())

async function startAt(instant: Date) {
  await cooee.moveTo(instant)
  carer = await cooee.aRegisteredAccount()
}
beforeEach(() => startAt(TUESDAY_ELEVEN))

async function move(lovedOneId: number, timezone: string) {
  const answer = await carer.patch(`/api/loved-ones/${lovedOneId}`, { timezone, confirmNight: true })
  expect(answer.statusCode).toBe(200)
}
const at = (instant: string) => new Date(instant).toISOString()

describe('schedules of a loved one who moves to another zone', () => {
  test.each([
    ['Australia/Sydney', '2026-03-11T09:00:00+11:00', 'Australia/Perth', '2026-03-11T09:00:00+08:00'],
    ['Australia/Perth', '2026-03-11T09:00:00+08:00', 'Australia/Sydney', '2026-03-11T09:00:00+11:00'],
    ['Australia/Sydney', '2026-03-11T09:00:00+11:00', 'Australia/Melbourne', '2026-03-11T09:00:00+11:00'],
    ['Australia/Eucla', '2026-03-11T09:00:00+08:45', 'Australia/Lord_Howe', '2026-03-11T09:00:00+11:00'],
  ])('from %s, a daily call at %s rings in %s at %s', async (from, before, to, after) => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: from })
    const daily = await cooee.aCall(carer, { lovedOneId, scheduledTime: before, recurrencePattern: 'daily' })
    const once = await cooee.aCall(carer, { lovedOneId, scheduledTime: before })
    await move(lovedOneId, to)
    expect(await cooee.call(carer, daily.id)).toMatchObject({ scheduledTime: at(after), lovedOne: { timezone: to } })
    expect(cooee.jobs.sent.at(-1)).toMatchObject({ payload: { callId: daily.id }, startAfter: new Date(after) })
    expect(await cooee.call(carer, once.id)).toMatchObject({ scheduledTime: at(before) })
  })

  test('a call that was made keeps the zone in which it was made', async () => {
    const lovedOneId = await cooee.aLovedOne(carer)
    const call = await cooee.aCall(carer, { lovedOneId, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(call.scheduledTime))
    await cooee.dispatch()
    await cooee.endCall(call.id, 'missed')
    await move(lovedOneId, 'Australia/Perth')
    const [past] = await cooee.list(carer, 'history')
    expect(past).toMatchObject({ id: call.id, lovedOne: { timezone: 'Australia/Sydney' } })
    const { timeline } = await cooee.call(carer, call.id)
    expect(timeline[0]).toMatchObject({ text: 'Booked for Mar 11, 2026 9:00 AM' })
    expect(await cooee.list(carer, 'upcoming')).toMatchObject([{ lovedOne: { timezone: 'Australia/Perth' } }])
  })

  test.each([
    ['Australia/Sydney', 'Australia/Perth', '2026-03-11T09:00:00+11:00', '2026-03-12T09:00:00+08:00'],
    ['Australia/Perth', 'Australia/Sydney', '2026-03-11T09:00:00+08:00', '2026-03-12T09:00:00+11:00'],
  ])('from %s to %s, a skipped time stays skipped', async (from, to, first, afterwards) => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: from })
    const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime: first, recurrencePattern: 'daily' })
    await carer.post(`/api/calls/${id}/skip`)
    await move(lovedOneId, to)
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at(afterwards) })
  })

  test.each([
    ['Australia/Sydney', 'Australia/Perth', '2026-03-11T09:00:00+11:00', '2026-03-12T09:00:00+08:00'],
    ['Australia/Perth', 'Australia/Sydney', '2026-03-11T09:00:00+08:00', '2026-03-12T09:00:00+11:00'],
  ])('from %s to %s, a day that has rung does not ring again', async (from, to, first, next) => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: from })
    await cooee.aCall(carer, { lovedOneId, scheduledTime: first, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(first))
    await cooee.dispatch()
    await move(lovedOneId, to)
    expect(await cooee.list(carer, 'recurring')).toMatchObject([{ scheduledTime: at(next) }])
  })

  test('a call across the end of daylight saving keeps its time on the wall', async () => {
    await startAt(new Date('2026-04-02T00:00:00Z'))
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Brisbane' })
    const { id } = await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-04-06T09:00:00+10:00',
      recurrencePattern: 'weekly',
    })
    await move(lovedOneId, 'Australia/Sydney')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at('2026-04-06T09:00:00+10:00') })
    await move(lovedOneId, 'Australia/Adelaide')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at('2026-04-06T09:00:00+09:30') })
  })

  test('a call that the spring gap had moved is not lost in a zone without a gap', async () => {
    await startAt(new Date('2026-10-03T00:00:00Z'))
    const lovedOneId = await cooee.aLovedOne(carer)
    const { id, scheduledTime } = await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-10-04T02:30:00+10:00',
      recurrencePattern: 'custom',
      schedulePatterns: [{ weekDay: 'sunday', timeOfDay: '02:30' }],
    })
    expect(scheduledTime).toBe(at('2026-10-04T03:30:00+11:00'))
    await move(lovedOneId, 'Australia/Brisbane')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at('2026-10-04T02:30:00+10:00') })
  })

  test('a call that is due and about to be dialled still is, and the next one is in the new zone', async () => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Sydney' })
    const due = '2026-03-11T09:00:00+11:00'
    const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime: due, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(new Date(due).getTime() + 30_000))
    await move(lovedOneId, 'Australia/Hobart')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at(due) })
    await cooee.dispatch()
    expect(await cooee.call(carer, id)).toMatchObject({ status: 'in_progress' })
    expect(await cooee.list(carer, 'recurring')).toMatchObject([{ scheduledTime: at('2026-03-12T09:00:00+11:00') }])
  })

  test('a time that is just past in the new zone rings at once: today is not lost', async () => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    const { id } = await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-03-10T10:30:00+08:00',
      recurrencePattern: 'daily',
    })
    await move(lovedOneId, 'Australia/Sydney')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at('2026-03-10T10:30:00+11:00') })
    await cooee.dispatch()
    expect(await cooee.call(carer, id)).toMatchObject({ status: 'in_progress' })
    expect(await cooee.list(carer, 'recurring')).toMatchObject([{ scheduledTime: at('2026-03-11T10:30:00+11:00') }])
  })

  test('a person moved from Perth to Sydney at 8:30 is rung today when it was promised, and at 9:00 in Sydney from tomorrow', async () => {
    await startAt(new Date('2026-03-10T08:30:00+08:00'))
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    const { id } = await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-03-10T09:00:00+08:00',
      recurrencePattern: 'daily',
    })
    await move(lovedOneId, 'Australia/Sydney')
    expect(await cooee.call(carer, id)).toMatchObject({ scheduledTime: at('2026-03-10T12:00:00+11:00') })
    await cooee.moveTo(new Date('2026-03-10T12:00:00+11:00'))
    await cooee.dispatch()
    expect(await cooee.call(carer, id)).toMatchObject({ status: 'in_progress' })
    expect(await cooee.list(carer, 'recurring')).toMatchObject([{ scheduledTime: at('2026-03-11T09:00:00+11:00') }])
  })

  test('moving a loved one reports, on the screen and in the activity log, which call stays at its moment', async () => {
    await startAt(new Date('2026-03-10T07:10:00+08:00'))
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-03-10T07:15:00+08:00',
      recurrencePattern: 'daily',
    })
    const keptCalls = "Today's 7:15 AM call stays at the same moment, 10:15 AM Sydney time."
    const moved = await carer.patch(`/api/loved-ones/${lovedOneId}`, { timezone: 'Australia/Sydney' })
    expect(moved.json()).toMatchObject({ keptCalls })
    expect((await carer.get('/api/activity?limit=1')).json()).toMatchObject([{ metadata: { details: keptCalls } }])
    const back = await carer.patch(`/api/loved-ones/${lovedOneId}`, { notes: 'Hard of hearing' })
    expect(back.json()).not.toHaveProperty('keptCalls')
  })

  test('a call that would ring at night in the new zone is given up at its past time there: reported, and made up for', async () => {
    await startAt(new Date('2026-03-10T19:30:00+08:00'))
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    const { id } = await cooee.aCall(carer, {
      lovedOneId,
      scheduledTime: '2026-03-10T20:00:00+08:00',
      recurrencePattern: 'daily',
    })
    await move(lovedOneId, 'Australia/Sydney')
    await cooee.dispatch()
    expect(await cooee.call(carer, id)).toMatchObject({
      status: 'missed',
      scheduledTime: at('2026-03-10T20:00:00+11:00'),
    })
    const history = await cooee.list(carer, 'history')
    expect(history).toMatchObject([{ id, incident: { status: 'running' } }])
    expect(await cooee.list(carer, 'upcoming')).toMatchObject([
      { callType: 'catch_up_call', scheduledTime: at('2026-03-11T07:00:00+11:00') },
      { scheduledTime: at('2026-03-11T20:00:00+11:00') },
    ])
  })

  test('an occurrence that rings at another time keeps its time on the wall, and nobody is asked about the night', async () => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Sydney' })
    const occurrence = '2026-03-11T09:00:00+11:00'
    const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime: occurrence, recurrencePattern: 'daily' })
    const moved = await carer.post(`/api/calls/${id}/occurrence/move`, {
      occurrence,
      scheduledTime: '2026-03-11T08:00:00+11:00',
    })
    const answer = await carer.patch(`/api/loved-ones/${lovedOneId}`, { timezone: 'Australia/Perth' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).not.toHaveProperty('keptCalls')
    expect(await cooee.call(carer, moved.json().callId)).toMatchObject({
      scheduledTime: at('2026-03-11T08:00:00+08:00'),
    })
  })

  test('a one-off call that would ring at night there is asked about, and nothing changes until that is confirmed', async () => {
    const lovedOneId = await cooee.aLovedOne(carer, { timezone: 'Australia/Sydney' })
    const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime: '2026-03-11T09:00:00+11:00' })
    const change = (body: object) => carer.patch(`/api/loved-ones/${lovedOneId}`, body)
    const asked = await change({ timezone: 'Australia/Perth', notes: 'x' })
    expect(asked.statusCode).toBe(400)
    expect(asked.json().errors).toEqual([
      { path: 'confirmNight', message: expect.stringMatching(/at night\?.*6:00 AM/) },
    ])
    expect((await cooee.call(carer, id)).lovedOne).toMatchObject({ timezone: 'Australia/Sydney' })
    expect((await change({ timezone: 'Australia/Brisbane' })).statusCode, 'by day there too').toBe(200)
    expect((await change({ timezone: 'Australia/Perth', confirmNight: true })).statusCode).toBe(200)
    expect((await change({ timezone: 'Australia/Eucla' })).statusCode, 'at night already').toBe(200)
    expect((await cooee.call(carer, id)).scheduledTime).toBe(at('2026-03-11T09:00:00+11:00'))
  })

  test('no call moves when the zone stays the same', async () => {
    const lovedOneId = await cooee.aLovedOne(carer)
    const call = await cooee.aCall(carer, { lovedOneId, recurrencePattern: 'daily' })
    const jobs = cooee.jobs.sent.length
    await move(lovedOneId, 'Australia/Sydney')
    expect(await cooee.call(carer, call.id)).toEqual(call)
    expect(cooee.jobs.sent).toHaveLength(jobs)
  })
})
