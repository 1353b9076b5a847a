import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CallDetails } from '#contract/calls/call-details.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let margaret: number
beforeAll(async () => {
  cooee = await callsFixture()
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer)
})
afterAll(() => cooee.close())
// One phone rings once at a time: no test has to wait for the calls of another.
afterEach(async () => {
  await cooee.db.deleteFrom('calls').execute()
  await cooee.db.deleteFrom('callSchedules').execute()
})
afterEach(() => cooee.moveTo(TUESDAY_ELEVEN))

const MONDAYS = [{ weekDay: 'monday', timeOfDay: '10:00' }]

async function edited(call: { id: number }, fields: Record<string, unknown>): Promise<CallDetails> {
  const answer = await carer.patch(`/api/calls/${call.id}`, { confirmNight: true, ...fields })
  if (answer.statusCode !== 200) throw new Error(`Editing answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}
async function refused(call: { id: number }, fields: Record<string, unknown>, status: number) {
  const before = await cooee.call(carer, call.id)
  const answer = await carer.patch(`/api/calls/${call.id}`, fields)
  expect(answer.statusCode).toBe(status)
  expect(await cooee.call(carer, call.id)).toEqual(before)
  return answer.json()
}
/** The next call of the call's schedule after this one was dialled. */
async function following(call: CallDetails): Promise<string | undefined> {
  await cooee.moveTo(new Date(call.scheduledTime))
  await cooee.dispatch()
  const calls = await cooee.db
    .selectFrom('calls as left')
    .innerJoin('calls as next', 'next.scheduleId', 'left.scheduleId')
    .select('next.scheduledFor')
    .where('left.id', '=', call.id)
    .where('next.status', '=', 'scheduled')
    .execute()
  return calls[0]?.scheduledFor.toISOString()
}

describe('edits of one-off calls', () => {
  test('an edit of a one-off call takes what is given, keeps the rest and its id, and is dialled at the new time', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const after = await edited(call, { scheduledTime: '2026-03-12T05:00:30Z' })
    expect(after).toEqual({
      ...call,
      scheduledTime: '2026-03-12T05:00:30.000Z',
      timeline: [{ ...call.timeline[0], text: 'Booked for Mar 12, 2026 4:00 PM' }],
    })
    expect(cooee.jobs.sent.at(-1)).toMatchObject({
      payload: { callId: call.id },
      startAfter: new Date('2026-03-12T05:00:30Z'),
    })
    expect(await edited(call, { callType: 'wellness_check' })).toEqual({ ...after, callType: 'wellness_check' })
    const [newest] = (await carer.get('/api/activity')).json()
    expect(newest).toMatchObject({ activityType: 'call_updated' })
  })

  test('a one-off call that was edited is not dialled at its old time', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await edited(call, { scheduledTime: '2026-03-12T05:00:00Z' })
    await cooee.moveTo(new Date(call.scheduledTime))
    cooee.telephony.clear()
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toEqual([])
    await carer.delete(`/api/calls/${call.id}`)
  })

  test('a one-off call given to another loved one keeps its instant', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const perth = await cooee.aLovedOne(carer, { name: 'Bill Hartley', timezone: 'Australia/Perth' })
    expect(await edited(call, { lovedOneId: perth })).toMatchObject({
      lovedOneId: perth,
      lovedOne: { name: 'Bill Hartley' },
      scheduledTime: call.scheduledTime,
    })
  })

  test('a one-off call becomes recurring, and one-off again', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const daily = await edited(call, { recurrencePattern: 'daily' })
    expect(daily).toEqual({ ...call, recurrencePattern: 'daily' })
    expect((await cooee.list(carer, 'recurring')).map(({ id }) => id)).toContain(call.id)
    expect(await edited(call, { recurrencePattern: 'once' })).toEqual(call)
    expect((await cooee.list(carer, 'recurring')).map(({ id }) => id)).not.toContain(call.id)
    expect(await following(call)).toBeUndefined()
  })
})

describe('edits of recurring calls', () => {
  test('a recurring call edited in its time takes its whole schedule along', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const after = await edited(call, { scheduledTime: '2026-03-11T15:30:00+11:00' })
    expect(await following(after)).toBe('2026-03-12T04:30:00.000Z')
  })

  test('a recurring call edited in something else keeps its time, and its schedule too', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'weekly' })
    const after = await edited(call, { callType: 'medication_reminder' })
    expect(after).toEqual({ ...call, callType: 'medication_reminder' })
    const next = await following(after)
    expect(next).toBe('2026-03-17T22:00:00.000Z')
    const [listed] = (await cooee.list(carer, 'recurring')).filter(({ scheduledTime }) => scheduledTime === next)
    expect(listed).toMatchObject({ callType: 'medication_reminder', recurrencePattern: 'weekly' })
  })

  test.each([
    ['weekdays', '2026-03-10T22:00:00.000Z'],
    ['weekends', '2026-03-13T22:00:00.000Z'],
    ['weekly', '2026-03-10T22:00:00.000Z'],
    ['monthly', '2026-03-10T22:00:00.000Z'],
  ])(
    'a recurring call made %s from daily rings next at the first time that fits',
    async (recurrencePattern, scheduledTime) => {
      const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
      expect(await edited(call, { recurrencePattern })).toMatchObject({ recurrencePattern, scheduledTime })
    },
  )

  test('a recurring call made custom takes its slots, keeps them when an edit omits them, and loses them when it is custom no more', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const custom = await edited(call, { recurrencePattern: 'custom', schedulePatterns: MONDAYS })
    expect(custom).toMatchObject({ scheduledTime: '2026-03-15T23:00:00.000Z', schedulePatterns: MONDAYS })
    expect(await edited(call, { recurrencePattern: 'custom', callType: 'wellness_check' })).toEqual({
      ...custom,
      callType: 'wellness_check',
    })
    const sundays = [{ weekDay: 'sunday', timeOfDay: '08:00' }]
    expect(await edited(call, { schedulePatterns: sundays, scheduledTime: '2026-03-11T00:00:00Z' })).toMatchObject({
      scheduledTime: '2026-03-14T21:00:00.000Z',
      schedulePatterns: sundays,
    })
    expect(await edited(call, { recurrencePattern: 'daily' })).toMatchObject({ schedulePatterns: [] })
  })

  test('a monthly call shows which day it means, also in a shorter month', async () => {
    const call = await cooee.aCall(carer, {
      lovedOneId: margaret,
      recurrencePattern: 'monthly',
      scheduledTime: '2026-03-31T09:00:00+11:00',
    })
    const april = (await carer.post(`/api/calls/${call.id}/skip`)).json()
    expect(april).toMatchObject({ scheduledTime: '2026-04-29T23:00:00.000Z', dayOfMonth: 31 })
  })

  test('a monthly call on the 31st keeps its day, edited in a month of thirty days', async () => {
    const call = await cooee.aCall(carer, {
      lovedOneId: margaret,
      recurrencePattern: 'monthly',
      scheduledTime: '2026-03-31T09:00:00+11:00',
    })
    await carer.post(`/api/calls/${call.id}/skip`)
    const april = await cooee.call(carer, call.id)
    expect(april.scheduledTime).toBe('2026-04-29T23:00:00.000Z')
    // The form sends everything back, then only the time of day is changed.
    await edited(call, { recurrencePattern: 'monthly', scheduledTime: april.scheduledTime, callType: 'wellness_check' })
    await edited(call, { recurrencePattern: 'monthly', scheduledTime: '2026-04-30T10:00:00+10:00' })
    const may = await carer.post(`/api/calls/${call.id}/skip`)
    expect(may.json().scheduledTime).toBe('2026-05-31T00:00:00.000Z')
  })

  test('a recurring call given to a loved one in another zone keeps its time on the wall there', async () => {
    const perth = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    expect(await edited(call, { lovedOneId: perth })).toMatchObject({ scheduledTime: '2026-03-11T01:00:00.000Z' })
    expect(await edited(call, { lovedOneId: margaret })).toMatchObject({ scheduledTime: call.scheduledTime })
  })

  test('a recurring call given to a loved one in another zone takes along what rings at another time, which keeps its time on the wall too', async () => {
    const perth = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const moved = await carer.post(`/api/calls/${call.id}/occurrence/move`, {
      occurrence: '2026-03-12T09:00:00+11:00',
      scheduledTime: '2026-03-12T15:00:00+11:00',
    })
    await edited(call, { lovedOneId: perth, scheduledTime: '2026-03-11T09:00:00+08:00' })
    const afterwards = { lovedOneId: perth, scheduledTime: '2026-03-12T07:00:00.000Z' }
    expect(await cooee.call(carer, moved.json().callId)).toMatchObject(afterwards)
    await edited(call, { callType: 'wellness_check' })
    expect(await cooee.call(carer, moved.json().callId)).toMatchObject(afterwards)
  })

  test('a recurring call moved onto a time it has just rung at rings there the next time', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    expect(await following(call)).toBe('2026-03-11T22:00:00.000Z')
    await cooee.moveTo(TUESDAY_ELEVEN)
    const [next] = (await cooee.list(carer, 'recurring')).filter(
      (each) => each.scheduledTime === '2026-03-11T22:00:00.000Z',
    )
    const after = await edited({ id: next?.id ?? 0 }, { scheduledTime: call.scheduledTime })
    expect(after.scheduledTime).toBe('2026-03-11T22:00:00.000Z')
  })
})

describe('edits of custom slots', () => {
  const slots = (...times: string[]) =>
    times.map((time) => ({ weekDay: time.split(' ')[0], timeOfDay: time.split(' ')[1] }))
  const aCustomCall = (...times: string[]) =>
    cooee.aCall(carer, {
      lovedOneId: margaret,
      scheduledTime: TUESDAY_ELEVEN.toISOString(),
      recurrencePattern: 'custom',
      schedulePatterns: slots(...times),
    })
  const withSlots = (call: { id: number }, ...times: string[]) => edited(call, { schedulePatterns: slots(...times) })
  const at = (day: number, time: string) => new Date(`2026-03-${day}T${time}:00+11:00`).toISOString()

  test('a slot moved earlier on the day of the next call rings that day', async () => {
    const call = await aCustomCall('monday 09:00', 'wednesday 09:00', 'friday 09:00')
    expect(call.scheduledTime).toBe(at(11, '09:00'))
    const earlier = await withSlots(call, 'monday 09:00', 'wednesday 08:00', 'friday 09:00')
    expect(earlier.scheduledTime).toBe(at(11, '08:00'))
    expect(await following(earlier)).toBe(at(13, '09:00'))
  })

  test('a slot moved earlier on a day of several rings that day, and the one that has rung does not ring again', async () => {
    const call = await aCustomCall('wednesday 09:00', 'wednesday 18:00')
    expect(await following(call)).toBe(at(11, '18:00'))
    await cooee.moveTo(new Date(at(11, '08:59')))
    const [next] = (await cooee.list(carer, 'recurring')).filter((each) => each.scheduledTime === at(11, '18:00'))
    const evening = { id: next?.id ?? 0 }
    expect(await withSlots(evening, 'wednesday 09:00', 'wednesday 17:00')).toMatchObject({
      scheduledTime: at(11, '17:00'),
    })
    await cooee.moveTo(new Date(at(11, '12:00')))
    expect(await withSlots(evening, 'wednesday 10:00', 'wednesday 16:00')).toMatchObject({
      scheduledTime: at(11, '16:00'),
    })
  })

  test('a slot that has just rung, or was skipped, does not ring again that day when it is moved to a later time', async () => {
    const call = await aCustomCall('wednesday 09:00', 'wednesday 18:00')
    expect((await carer.post(`/api/calls/${call.id}/skip`)).json()).toMatchObject({ scheduledTime: at(11, '18:00') })
    await cooee.moveTo(new Date(at(11, '09:15')))
    const evening = await withSlots(call, 'wednesday 09:30', 'wednesday 18:00')
    expect(evening.scheduledTime).toBe(at(11, '18:00'))
    expect(await following(evening)).toBe(at(18, '09:30'))
  })

  test('a slot that is added before the next call of a day rings that day', async () => {
    const call = await aCustomCall('wednesday 18:00')
    await cooee.moveTo(new Date(at(11, '10:00')))
    expect(await withSlots(call, 'wednesday 12:00', 'wednesday 18:00')).toMatchObject({
      scheduledTime: at(11, '12:00'),
    })
  })

  test('slots of the day that were skipped or moved do not ring again after another slot was moved, however often', async () => {
    const call = await aCustomCall('wednesday 09:00', 'wednesday 10:00', 'wednesday 18:00')
    const occurrence = at(11, '10:00')
    const moved = await carer.post(`/api/calls/${call.id}/occurrence/move`, {
      occurrence,
      scheduledTime: at(12, '10:00'),
    })
    expect(moved.statusCode).toBe(200)
    expect((await carer.post(`/api/calls/${call.id}/skip`)).json()).toMatchObject({ scheduledTime: at(11, '18:00') })
    for (const time of ['17:00', '16:00']) {
      expect(await withSlots(call, 'wednesday 09:00', 'wednesday 10:00', `wednesday ${time}`)).toMatchObject({
        scheduledTime: at(11, time),
        skippedTimes: [at(11, '09:00')],
      })
    }
    expect(await withSlots(call, 'wednesday 10:00', 'wednesday 16:00')).toMatchObject({ skippedTimes: [] })
  })

  test('a call that is due keeps its time when other slots change, and nothing rings at a time that is past', async () => {
    const call = await aCustomCall('wednesday 09:00', 'friday 09:00')
    await cooee.moveTo(new Date('2026-03-11T09:10:20+11:00'))
    expect(await withSlots(call, 'wednesday 09:00', 'friday 08:00')).toMatchObject({ scheduledTime: at(11, '09:00') })
    expect(await withSlots(call, 'wednesday 09:05', 'friday 08:00')).toMatchObject({ scheduledTime: at(13, '08:00') })
  })

  test.each([
    ['begins', '2026-10-03T11:00:00+10:00', '2026-10-04T03:30:00+11:00'],
    ['ends', '2026-04-04T11:00:00+11:00', '2026-04-05T02:30:00+11:00'],
  ])('a slot moved into the night in which daylight saving %s rings that night', async (_, now, rings) => {
    await cooee.moveTo(new Date(now))
    const other = await cooee.aRegisteredAccount()
    const call = await cooee.aCall(other, {
      lovedOneId: await cooee.aLovedOne(other),
      scheduledTime: now,
      recurrencePattern: 'custom',
      schedulePatterns: slots('sunday 09:00'),
    })
    const body = { schedulePatterns: slots('sunday 02:30'), confirmNight: true }
    expect((await other.patch(`/api/calls/${call.id}`, body)).json()).toMatchObject({
      scheduledTime: new Date(rings).toISOString(),
    })
  })
})

describe('edits that are refused', () => {
  test('an edit of a time that is past is refused, unless it is the time the call has', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    expect(await refused(call, { scheduledTime: '2026-03-09T23:58:59Z' }, 400)).toMatchObject({
      errors: [{ path: 'scheduledTime' }],
    })
    await cooee.moveTo(new Date('2026-03-10T22:05:00Z'))
    expect(await edited(call, { scheduledTime: call.scheduledTime, callType: 'wellness_check' })).toMatchObject({
      scheduledTime: call.scheduledTime,
    })
    await carer.delete(`/api/calls/${call.id}`)
  })

  test.each<[string, Record<string, unknown>]>([
    ['scheduledTime', { scheduledTime: 'soon' }],
    ['callType', { callType: null }],
    ['recurrencePattern', { recurrencePattern: 'never' }],
    ['lovedOneId', { lovedOneId: 'x' }],
    ['schedulePatterns', { recurrencePattern: 'custom' }],
    ['schedulePatterns', { recurrencePattern: 'custom', schedulePatterns: [] }],
    ['schedulePatterns.0.timeOfDay', { schedulePatterns: [{ weekDay: 'monday', timeOfDay: '9:00' }] }],
  ])('an edit names %s in a 400 and changes nothing', async (path, fields) => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    expect(await refused(call, fields, 400)).toMatchObject({ errors: [{ path }] })
  })

  test('an edit that takes the last slot from a custom schedule is refused', async () => {
    const call = await cooee.aCall(carer, {
      lovedOneId: margaret,
      recurrencePattern: 'custom',
      schedulePatterns: MONDAYS,
    })
    expect(await refused(call, { schedulePatterns: [] }, 400)).toMatchObject({ errors: [{ path: 'schedulePatterns' }] })
  })

  test('an edit to another account’s loved one finds nobody', async () => {
    const stranger = await cooee.aRegisteredAccount()
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await refused(call, { lovedOneId: await cooee.aLovedOne(stranger) }, 404)
  })

  test.each(['in_progress', 'completed', 'failed', 'missed', 'voicemail'] as const)(
    'an edit of a call that is %s is refused',
    async (status) => {
      const call = await cooee.aCall(carer, { lovedOneId: margaret, scheduledTime: TUESDAY_ELEVEN.toISOString() })
      await cooee.dispatch()
      if (status !== 'in_progress') await cooee.endCall(call.id, status)
      await refused(call, { callType: 'wellness_check' }, 409)
    },
  )
})
