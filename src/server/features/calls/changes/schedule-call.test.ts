import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOVED_ONE_TIME_ZONES } from '#core/time-zones.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { aCallBody, type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let margaret: number
beforeAll(async () => {
  cooee = await callsFixture()
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer, { phoneNumber: '+61491570156' })
})
afterAll(() => cooee.close())

const schedule = (fields: Record<string, unknown>) =>
  carer.post('/api/calls', aCallBody({ lovedOneId: margaret, ...fields }))

describe('calls that are scheduled once', () => {
  test('scheduling a call returns everything a client shows of it', async () => {
    const answer = await schedule({ callType: 'wake_up_call' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      lovedOneId: margaret,
      lovedOne: {
        name: 'Margaret Hartley',
        phoneNumber: '+61491570156',
        timezone: 'Australia/Sydney',
        language: 'en-AU',
      },
      scheduledTime: '2026-03-10T22:00:00.000Z',
      callType: 'wake_up_call',
      asksBy: 'call',
      status: 'scheduled',
      away: false,
      awayUntil: null,
      recurrencePattern: 'once',
      schedulePatterns: [],
      duration: null,
      recording: null,
      recordingKeptUntil: null,
      transcript: null,
      transcriptKeptUntil: null,
      attempts: [],
      incident: null,
      wasCancelled: false,
      wasResolved: false,
      resolvedBy: null,
      skippedTimes: [],
      isRefused: false,
      isRefusedByAdmin: false,
      isRehearsal: false,
      movedFrom: null,
      finding: null,
      nextTryAt: null,
      reason: null,
      escalation: null,
      incidentLink: null,
      mayHear: true,
      timeline: [{ at: expect.any(String), kind: 'scheduled', text: 'Booked for Mar 11, 2026 9:00 AM' }],
      dayOfMonth: null,
    })
    expect((await carer.get(`/api/calls/${answer.json().id}`)).json()).toEqual(answer.json())
  })

  test('scheduling a call creates the job that dials it, and is written into the activity log', async () => {
    const { id } = (await schedule({})).json()
    expect(cooee.jobs.sent.at(-1)).toMatchObject({
      name: 'place-call',
      payload: { callId: id },
      startAfter: new Date('2026-03-10T22:00:00Z'),
    })
    const [newest] = (await carer.get('/api/activity')).json()
    expect(newest).toMatchObject({
      activityType: 'call_scheduled',
      description: 'Daily Check-in scheduled for Margaret Hartley',
    })
  })

  test('a scheduled call keeps its seconds, and needs no recurrence to be named', async () => {
    const answer = await schedule({ scheduledTime: '2026-03-11T09:00:31.250+11:00', recurrencePattern: undefined })
    expect(answer.json()).toMatchObject({ scheduledTime: '2026-03-10T22:00:31.250Z', recurrencePattern: 'once' })
  })

  test('a scheduled call may be a minute in the past, since a form takes a moment, but no more', async () => {
    const aMinuteAgo = new Date(TUESDAY_ELEVEN.getTime() - 60_000)
    expect((await schedule({ scheduledTime: aMinuteAgo.toISOString() })).statusCode).toBe(201)
    const earlier = new Date(aMinuteAgo.getTime() - 1)
    const answer = await schedule({ scheduledTime: earlier.toISOString() })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual([
      { path: 'scheduledTime', message: "Please choose a time that hasn't passed" },
    ])
  })
})

describe('recurring calls', () => {
  const TUESDAYS_AND_FRIDAYS = [
    { weekDay: 'friday', timeOfDay: '18:30' },
    { weekDay: 'tuesday', timeOfDay: '08:15' },
  ]
  // 11 March 2026 is a Wednesday.
  test.each([
    ['once', '2026-03-11T09:00:00+11:00', '2026-03-11T09:00:00+11:00'],
    ['daily', '2026-03-11T09:00:00+11:00', '2026-03-11T09:00:00+11:00'],
    ['weekdays', '2026-03-11T09:00:00+11:00', '2026-03-11T09:00:00+11:00'],
    ['weekends', '2026-03-14T09:00:00+11:00', '2026-03-14T09:00:00+11:00'],
    ['weekly', '2026-03-11T09:00:00+11:00', '2026-03-11T09:00:00+11:00'],
    ['monthly', '2026-03-31T09:00:00+11:00', '2026-03-31T09:00:00+11:00'],
    ['custom', '2026-03-13T18:30:00+11:00', '2026-03-13T18:30:00+11:00'],
    // A start that does not fit its own pattern means the first time that does.
    ['weekdays', '2026-03-14T09:00:00+11:00', '2026-03-16T09:00:00+11:00'],
    ['weekends', '2026-03-11T09:00:00+11:00', '2026-03-14T09:00:00+11:00'],
    ['custom', '2026-03-11T09:00:00+11:00', '2026-03-13T18:30:00+11:00'],
    ['custom', '2026-03-13T18:31:00+11:00', '2026-03-17T08:15:00+11:00'],
    // Schedules are kept in whole minutes of the wall clock; the first is never before what was asked for.
    ['daily', '2026-03-11T09:00:59+11:00', '2026-03-11T09:01:00+11:00'],
  ])('a recurring call %s from %s rings first at %s', async (recurrencePattern, scheduledTime, first) => {
    const answer = await schedule({ recurrencePattern, scheduledTime, schedulePatterns: TUESDAYS_AND_FRIDAYS })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      recurrencePattern,
      scheduledTime: new Date(first).toISOString(),
      schedulePatterns: recurrencePattern === 'custom' ? [...TUESDAYS_AND_FRIDAYS].reverse() : [],
    })
  })

  test('a custom schedule has the same slot once, however often it was sent', async () => {
    const slot = { weekDay: 'monday', timeOfDay: '09:00' }
    const answer = await schedule({ recurrencePattern: 'custom', schedulePatterns: [slot, slot] })
    expect(answer.json()).toMatchObject({ schedulePatterns: [slot], scheduledTime: '2026-03-15T22:00:00.000Z' })
  })

  test.each(['once', 'daily', 'weekends', 'monthly'])(
    'a %s call in the year 9999 is refused: no calendar goes so far',
    async (recurrencePattern) => {
      const answer = await schedule({ recurrencePattern, scheduledTime: '9999-12-31T10:00:00Z' })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toEqual([{ path: 'scheduledTime', message: 'Please select a date before 2100' }])
    },
  )

  test('a custom start that is past is refused even if its first fitting time is not', async () => {
    const answer = await schedule({
      scheduledTime: '2026-03-09T09:00:00Z',
      recurrencePattern: 'custom',
      schedulePatterns: TUESDAYS_AND_FRIDAYS,
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('daily calls in every zone', () => {
  let resident: SignedIn
  beforeAll(async () => {
    await cooee.moveTo(new Date('2026-04-03T00:00:00Z'))
    resident = await cooee.aRegisteredAccount()
  })
  afterAll(() => cooee.moveTo(TUESDAY_ELEVEN))

  test.each(LOVED_ONE_TIME_ZONES)(
    '%s: a daily call has the same time on the wall on the next day too',
    async (timezone) => {
      const lovedOneId = await cooee.aLovedOne(resident, { timezone })
      // The clocks go back that night in the south-east and on Lord Howe Island.
      const nineOn = (date: string) =>
        new Date(Temporal.ZonedDateTime.from(`${date}T09:00[${timezone}]`).epochMilliseconds)
      const { id } = await cooee.aCall(resident, {
        lovedOneId,
        scheduledTime: nineOn('2026-04-04').toISOString(),
        recurrencePattern: 'daily',
      })
      await cooee.moveTo(nineOn('2026-04-04'))
      await cooee.dispatch()
      const [next] = await cooee.list(resident, `recurring?lovedOneId=${lovedOneId}`)
      expect(next).toMatchObject({ scheduledTime: nineOn('2026-04-05').toISOString() })
      expect(next?.id).not.toBe(id)
      await cooee.moveTo(new Date('2026-04-03T00:00:00Z'))
    },
  )
})

describe('bodies that are not right', () => {
  const slots = (count: number) => Array.from({ length: count }, () => ({ weekDay: 'monday', timeOfDay: '09:00' }))
  test.each<[string, string, Record<string, unknown>]>([
    ['no loved one', 'lovedOneId', { lovedOneId: undefined }],
    ['a loved one in words', 'lovedOneId', { lovedOneId: 'Margaret' }],
    ['half a loved one', 'lovedOneId', { lovedOneId: 1.5 }],
    ['loved one zero', 'lovedOneId', { lovedOneId: 0 }],
    ['a loved one of null', 'lovedOneId', { lovedOneId: null }],
    ['a loved one beyond all numbers', 'lovedOneId', { lovedOneId: 1e300 }],
    ['no call type', 'callType', { callType: undefined }],
    ['an unknown call type', 'callType', { callType: 'chat' }],
    ['a list of call types', 'callType', { callType: ['daily_check_in'] }],
    ['no time', 'scheduledTime', { scheduledTime: undefined }],
    ['a time in words', 'scheduledTime', { scheduledTime: 'tomorrow' }],
    ['a time without a zone', 'scheduledTime', { scheduledTime: '2026-03-11T09:00:00' }],
    ['a day that does not exist', 'scheduledTime', { scheduledTime: '2026-02-30T09:00:00Z' }],
    ['a time as a number', 'scheduledTime', { scheduledTime: 1_800_000_000_000 }],
    ['an unknown recurrence', 'recurrencePattern', { recurrencePattern: 'hourly' }],
    ['a recurrence of null', 'recurrencePattern', { recurrencePattern: null }],
    ['custom without patterns', 'schedulePatterns', { recurrencePattern: 'custom' }],
    ['custom with no pattern', 'schedulePatterns', { recurrencePattern: 'custom', schedulePatterns: [] }],
    ['patterns that are no list', 'schedulePatterns', { schedulePatterns: 'monday' }],
    ['more patterns than anybody needs', 'schedulePatterns', { schedulePatterns: slots(51) }],
    ['an unknown day', 'schedulePatterns.0.weekDay', { schedulePatterns: [{ weekDay: 'noday', timeOfDay: '09:00' }] }],
    [
      'a time of day that no clock shows',
      'schedulePatterns.1.timeOfDay',
      { schedulePatterns: [...slots(1), { weekDay: 'monday', timeOfDay: '24:00' }] },
    ],
  ])('a body with %s: 400 that names %s, and nothing is written', async (_what, path, fields) => {
    const before = await everything()
    const answer = await schedule(fields)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: expect.any(String), errors: [{ path }] })
    expect(await everything()).toEqual(before)
  })

  test.each<[string, unknown]>([
    ['no body at all', undefined],
    ['a list', []],
    ['a text', '"call"'],
  ])('a body with %s: 400', async (_what, body) => {
    expect((await carer.post('/api/calls', body)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await carer.post('/api/calls', body)).statusCode).toBeLessThan(500)
  })

  test('fields of a body that are unknown are dropped', async () => {
    const answer = await schedule({ status: 'completed', accountId: 1, id: 1 })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'scheduled' })
  })

  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '9999-12-31T23:59:59.999Z'])(
    'the time %s is never a fault of the server',
    async (scheduledTime) => {
      for (const recurrencePattern of ['once', 'daily', 'monthly']) {
        expect((await schedule({ scheduledTime, recurrencePattern })).statusCode).toBeLessThan(500)
      }
    },
  )

  async function everything() {
    const { db } = cooee
    return {
      calls: await db.selectFrom('calls').selectAll().orderBy('id').execute(),
      schedules: await db.selectFrom('callSchedules').selectAll().orderBy('id').execute(),
      activity: await db.selectFrom('activity').select('id').orderBy('id').execute(),
      jobs: cooee.jobs.sent.length,
    }
  }
})
