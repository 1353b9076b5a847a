import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dialBy } from '#core/calls/grace-period.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'
import { readCapacity } from './read-capacity.ts'

/**
 * Half a call a second is certain to be dialled: 450 in a quarter of an hour, 480 wake-up calls in their grace period.
 */
const CALLS_PER_SECOND = 1
/** Tomorrow, 9:00 in Sydney; the fixture's clock stands at Tuesday 11:00 there. */
const NINE = new Date('2026-03-10T22:00:00.000Z')
const later = (minutes: number) => new Date(NINE.getTime() + minutes * 60_000)

let cooee: TestApp
let carer: SignedIn
let lovedOneId: number

beforeAll(async () => {
  cooee = await buildTestApp({ callsPerSecond: CALLS_PER_SECOND })
  carer = await cooee.aRegisteredAccount()
  lovedOneId = (await carer.post('/api/loved-ones', aLovedOne())).json().id
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.db.deleteFrom('calls').execute()
  await cooee.db.deleteFrom('callSchedules').execute()
})

/** Wake-up calls of another account at one time, once or daily. */
async function others(count: number, scheduledFor: Date, pattern: 'once' | 'daily' | 'weekly' | 'monthly' = 'once') {
  const other = await cooee.aRegisteredAccount()
  const { id } = (await other.post('/api/loved-ones', aLovedOne())).json()
  const who = { accountId: other.user.circle.id, lovedOneId: id, callType: 'wake_up_call' as const }
  const schedules =
    pattern === 'once'
      ? []
      : await cooee.db
          .insertInto('callSchedules')
          .values(
            Array.from({ length: count }, () => ({
              ...who,
              recurrencePattern: pattern,
              timeOfDay: '09:00',
              ...(pattern === 'weekly' && { weekDay: 'wednesday' as const }),
              ...(pattern === 'monthly' && { dayOfMonth: 11 }),
            })),
          )
          .returning('id')
          .execute()
  const call = { ...who, scheduledFor, dialAt: scheduledFor, dialBy: dialBy('wake_up_call', scheduledFor) }
  await cooee.db
    .insertInto('calls')
    .values(Array.from({ length: count }, (_, index) => ({ ...call, scheduleId: schedules[index]?.id ?? null })))
    .execute()
}

const schedule = (scheduledTime: Date, fields: Record<string, unknown> = {}) =>
  carer.post('/api/calls', {
    lovedOneId,
    callType: 'wake_up_call',
    scheduledTime: scheduledTime.toISOString(),
    recurrencePattern: 'once',
    ...fields,
  })
const read = () =>
  readCapacity({ db: cooee.db, clock: cooee.clock, callsPerSecond: CALLS_PER_SECOND, ownNumbers: ['+61491570100'] })

test('a call that could not be dialled in its grace period is refused, and a free time is named', async () => {
  await others(480, NINE)
  const answer = await schedule(NINE)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().errors).toEqual([
    {
      path: 'scheduledTime',
      message:
        "We're very busy around 9:00 AM: we couldn't promise to ring in time. Please choose another time. For example, 9:15 AM is free.",
    },
  ])
  expect(
    await cooee.db.selectFrom('calls').selectAll().where('accountId', '=', carer.user.circle.id).execute(),
  ).toEqual([])
  expect((await schedule(later(15))).statusCode).toBe(201)
})

test('a check-in that would be dialled before a wake-up call which waits is refused with that reason, and a wake-up call is not', async () => {
  await others(480, later(-10))
  const checkIn = await schedule(NINE, { callType: 'daily_check_in' })
  expect(checkIn.statusCode).toBe(409)
  expect(checkIn.json().errors[0].message).toMatch(
    /^We're very busy around 9:00 AM: one more would make another call late\. Please choose another time\./,
  )
  expect((await schedule(NINE)).statusCode).toBe(201)
})

test('the last call for which there is capacity is accepted, and no more', async () => {
  await others(479, NINE)
  expect((await schedule(NINE)).statusCode).toBe(201)
  expect((await schedule(NINE)).statusCode).toBe(409)
})

test('one of many who request the last free time at once gets it', async () => {
  await others(479, NINE)
  const answers = await Promise.all(Array.from({ length: 6 }, () => schedule(NINE)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test('a daily call counts on every day, in whatever week another one is wanted', async () => {
  await others(480, NINE, 'daily')
  expect((await schedule(later(7 * 24 * 60))).statusCode).toBe(409)
  expect((await schedule(later(7 * 24 * 60 + 60))).statusCode).toBe(201)
})

test('a daily call counts at its time on the wall, also when clocks change before the wanted day', async () => {
  await others(480, NINE, 'daily')
  const afterSummer = new Date('2026-04-07T09:00:00+10:00')
  expect((await schedule(afterSummer)).statusCode).toBe(409)
  expect((await schedule(new Date(afterSummer.getTime() - 60 * 60_000))).statusCode).toBe(201)
})

test('a daily call counts on its own clock when another zone is asked about', async () => {
  await others(480, NINE, 'daily')
  const perth = (await carer.post('/api/loved-ones', aLovedOne({ timezone: 'Australia/Perth' }))).json().id
  const at = (time: string) => schedule(new Date(time), { lovedOneId: perth })
  expect((await at('2026-04-07T07:00:00+08:00')).statusCode).toBe(409)
  expect((await at('2026-04-07T08:00:00+08:00')).statusCode).toBe(201)
})

test('weekly, monthly and one-off calls count on their days alone, however far ahead', async () => {
  await others(480, NINE, 'weekly')
  expect((await schedule(later(24 * 60))).statusCode).toBe(201)
  expect((await schedule(new Date('2026-05-06T09:00:00+10:00'))).statusCode).toBe(409)
  await cooee.db.deleteFrom('callSchedules').execute()
  await cooee.db.deleteFrom('calls').execute()
  await others(480, NINE, 'monthly')
  expect((await schedule(later(24 * 60))).statusCode).toBe(201)
  expect((await schedule(new Date('2026-05-11T09:00:00+10:00'))).statusCode).toBe(409)
  await cooee.db.deleteFrom('callSchedules').execute()
  await cooee.db.deleteFrom('calls').execute()
  await others(480, NINE)
  expect((await schedule(later(24 * 60))).statusCode).toBe(201)
  expect((await schedule(NINE)).statusCode).toBe(409)
})

test('each time of a custom schedule must be free', async () => {
  await others(480, NINE, 'daily')
  const custom = (timeOfDay: string) =>
    schedule(later(60), {
      recurrencePattern: 'custom',
      schedulePatterns: [
        { weekDay: 'wednesday', timeOfDay: '10:00' },
        { weekDay: 'thursday', timeOfDay },
      ],
    })
  expect((await custom('09:00')).statusCode).toBe(409)
  expect((await custom('11:00')).statusCode).toBe(201)
})

test('a call is not moved to a time that is full, and may stay at one that is', async () => {
  const call = (await schedule(later(120))).json()
  await others(480, NINE)
  expect((await carer.patch(`/api/calls/${call.id}`, { scheduledTime: NINE.toISOString() })).statusCode).toBe(409)
  expect((await carer.patch(`/api/calls/${call.id}`, { scheduledTime: later(120).toISOString() })).statusCode).toBe(200)
})

test('calls booked for the next day are compared with what can be dialled', async () => {
  await others(500, NINE)
  await others(3, later(24 * 60))
  expect(await read()).toEqual({
    callsPerQuarter: 450,
    fullest: { startsAt: NINE, due: 500, late: 20 },
    short: [{ startsAt: NINE, due: 500, late: 20 }],
    lateCalls: 20,
  })
})

test('the second time of a custom schedule counts although only the first is booked', async () => {
  const patterns = ['09:00', '10:00', '18:00'].map((timeOfDay) => ({ weekDay: 'wednesday', timeOfDay }))
  const booked = await schedule(NINE, { recurrencePattern: 'custom', schedulePatterns: patterns })
  expect(booked.statusCode).toBe(201)
  expect(await read()).toMatchObject({ fullest: { due: 1 }, short: [], lateCalls: 0 })
  await others(480, later(60))
  expect((await read()).lateCalls).toBe(1)
})

test('calls of accounts whose email nobody has confirmed ring nobody, and take up no capacity', async () => {
  await others(480, NINE)
  expect((await schedule(NINE)).statusCode).toBe(409)
  const isOther = cooee.db.updateTable('accounts').set({ verifiedAt: null }).where('id', '<>', carer.user.circle.id)
  await isOther.execute()
  expect((await schedule(NINE)).statusCode).toBe(201)
})

test('calls of people who are away take no place at their minute, and take it again once they are back', async () => {
  await others(480, NINE, 'daily')
  expect((await schedule(NINE)).statusCode).toBe(409)
  const { accountId, lovedOneId: other } = await cooee.db
    .selectFrom('calls')
    .select(['accountId', 'lovedOneId'])
    .executeTakeFirstOrThrow()
  const { id } = await cooee.db
    .insertInto('aways')
    .values({
      accountId,
      lovedOneId: other,
      startsOn: '2026-03-11',
      endsOn: '2026-03-11',
      startsAt: new Date('2026-03-10T13:00:00Z'),
      endsAt: new Date('2026-03-11T13:00:00Z'),
      reason: 'holiday',
      setBy: 'account_holder',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await read()).fullest).toBeNull()
  expect((await schedule(NINE)).statusCode).toBe(201)
  expect((await schedule(new Date(NINE.getTime() + 86_400_000))).statusCode).toBe(409)
  await cooee.db.deleteFrom('aways').where('id', '=', id).execute()
  expect((await read()).fullest).toMatchObject({ due: 481 })
})
