import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { aCallBody, type CallsFixture, callsFixture } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let margaret: number

beforeAll(async () => {
  cooee = await callsFixture({ limits: { ...NO_LIMITS, callsPerPersonDay: 20 } })
})
afterAll(() => cooee.close())
beforeEach(async () => {
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer, { name: 'Margaret' })
})

const schedule = (fields: Record<string, unknown> = {}) =>
  carer.post('/api/calls', aCallBody({ lovedOneId: margaret, ...fields }))
const edit = (callId: number, fields: Record<string, unknown>) => carer.patch(`/api/calls/${callId}`, fields)
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted()

describe('limits of calls to one loved one', () => {
  test('a loved one is booked for at most twenty calls a day, by however many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => schedule()))
    expect(statuses(answers)).toEqual([...Array(20).fill(201), ...Array(10).fill(400)])
    const refused = answers.find(({ statusCode }) => statusCode === 400)
    const message =
      "Margaret already has 20 calls on Wednesday, Mar 11, 2026, and this would add 1. The most is 20 a day. Please choose another day, or cancel a call you don't need."
    expect(refused?.json()).toEqual({ message, errors: [{ path: 'scheduledTime', message }] })
    expect((await schedule({ scheduledTime: '2026-03-12T09:00:00+11:00' })).statusCode, 'the day after').toBe(201)
  })

  test('a loved one is booked as often by another account: the bookings of one take nothing from the other', async () => {
    await Promise.all(Array.from({ length: 20 }, () => schedule()))
    const other = await cooee.aRegisteredAccount()
    const theirs = await cooee.aLovedOne(other)
    expect((await other.post('/api/calls', aCallBody({ lovedOneId: theirs }))).statusCode).toBe(201)
  })

  test('a loved one is not rung more often by a schedule of many times, nor by schedules beside one-off calls', async () => {
    const minutes = Array.from({ length: 21 }, (_, index) => String(10 + index))
    const schedulePatterns = minutes.map((minute) => ({ weekDay: 'friday', timeOfDay: `10:${minute}` }))
    const custom = { recurrencePattern: 'custom', schedulePatterns }
    expect((await schedule(custom)).statusCode).toBe(400)
    expect((await schedule({ ...custom, schedulePatterns: schedulePatterns.slice(1) })).statusCode).toBe(201)
    expect((await schedule({ scheduledTime: '2026-03-20T09:00:00+11:00' })).statusCode, 'a later Friday').toBe(400)
    const daily = await schedule({ recurrencePattern: 'daily' })
    expect(daily.json().message).toContain('on Friday, Mar 13, 2026')
  })

  test('a loved one whose day is full keeps calls that are edited on it, and takes no others', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => schedule()))
    const first = answers[0]?.json().id
    expect((await edit(first, { scheduledTime: '2026-03-11T10:00:00+11:00' })).statusCode).toBe(200)
    const tomorrow = (await schedule({ scheduledTime: '2026-03-12T09:00:00+11:00' })).json().id
    expect((await edit(tomorrow, { scheduledTime: '2026-03-11T10:00:00+11:00' })).statusCode).toBe(400)
  })
})

describe('calls at night', () => {
  const atNight = { scheduledTime: '2026-03-11T02:15:00+11:00' }

  test('a call at night is scheduled only after the hour is confirmed', async () => {
    const refused = await schedule(atNight)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      {
        path: 'confirmNight',
        message:
          "Ring Margaret at 2:15 AM? It's night there. Please confirm, or choose a time from 7:00 AM to 9:00 PM.",
      },
    ])
    expect((await schedule({ ...atNight, confirmNight: false })).statusCode).toBe(400)
    expect((await schedule({ ...atNight, confirmNight: true })).statusCode).toBe(201)
  })

  test.each([
    ['2026-03-11T06:59:00+11:00', 400],
    ['2026-03-11T07:00:00+11:00', 201],
    ['2026-03-11T20:59:00+11:00', 201],
    ['2026-03-11T21:00:00+11:00', 400],
    ['2026-04-05T06:59:00+10:00', 400],
    ['2026-04-05T07:00:00+10:00', 201],
  ])('a wake-up call at %s answers %i without the confirmation', async (scheduledTime, status) => {
    expect((await schedule({ scheduledTime, callType: 'wake_up_call' })).statusCode).toBe(status)
  })

  test('a call at night is one by the clocks of the loved one, and any time of a schedule counts', async () => {
    const perth = await cooee.aLovedOne(carer, { timezone: 'Australia/Perth' })
    expect((await schedule({ lovedOneId: perth })).json().errors[0].path, '6:00 AM there').toBe('confirmNight')
    const schedulePatterns = [
      { weekDay: 'friday', timeOfDay: '10:00' },
      { weekDay: 'sunday', timeOfDay: '23:00' },
    ]
    const custom = await schedule({ recurrencePattern: 'custom', schedulePatterns })
    expect(custom.json().message).toContain('Ring Margaret at 11:00 PM?')
  })

  test('a call at night is confirmed once: an edit asks again only when it rings at another time, for another loved one, or by another rule', async () => {
    const { id } = (await schedule({ ...atNight, confirmNight: true })).json()
    expect((await edit(id, { callType: 'wellness_check', ...atNight })).statusCode).toBe(200)
    const later = { scheduledTime: '2026-03-11T03:15:00+11:00' }
    expect((await edit(id, later)).json().errors[0].path).toBe('confirmNight')
    expect((await edit(id, { ...later, confirmNight: true })).statusCode).toBe(200)
    expect((await edit(id, { recurrencePattern: 'daily' })).statusCode).toBe(400)
    const day = await schedule()
    expect((await edit(day.json().id, atNight)).statusCode).toBe(400)
  })
})
