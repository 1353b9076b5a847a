import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { type HotDaysFixture, hotDaysFixture, TODAY, TOMORROW } from '#test/hot-days-fixture.ts'

let cooee: HotDaysFixture
let jane: SignedIn
beforeAll(async () => {
  cooee = await hotDaysFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 41 }
  cooee.forecast.asked.length = 0
  jane = await cooee.aRegisteredAccount()
})
// The next test begins without offers, forecasts or notices of this one.
afterEach(async () => {
  await cooee.db.deleteFrom('lovedOnes').execute()
  await cooee.db.deleteFrom('townForecasts').execute()
  await cooee.db.deleteFrom('messages').execute()
})

const statesOf = async (lovedOneId: number) =>
  (
    await cooee.db
      .selectFrom('hotDayOffers')
      .select(['day', 'state'])
      .where('lovedOneId', '=', lovedOneId)
      .orderBy('day')
      .execute()
  ).map(({ day, state }) => `${day} ${state}`)
const hours = (count: number) => cooee.clock.advance(count * 3_600_000)

test('a very hot day tomorrow is offered once, with a notice, and nothing is booked', async () => {
  const lovedOneId = await cooee.somebody(jane)
  for (let time = 0; time < 3; time++) await cooee.look()
  expect((await jane.get('/api/hot-days')).json()).toEqual({
    isOn: true,
    towns: [{ town: 'mildura', fetchedAt: cooee.clock.now().toISOString() }],
    offers: [
      {
        id: expect.any(Number),
        lovedOneId,
        lovedOneName: 'Margaret Hartley',
        timezone: 'Australia/Sydney',
        language: 'en-AU',
        town: 'Mildura',
        day: TOMORROW,
        isToday: false,
        degrees: 41,
        proposedTime: '14:00',
        says: "It's forecast to be very hot today. Please drink some water, close the blinds, and stay where it's cool.",
        fetchedAt: cooee.clock.now().toISOString(),
      },
    ],
  })
  expect(await cooee.list(jane, 'upcoming')).toEqual([])
  const notices = await cooee.notices()
  expect(notices.map(({ channel }) => channel)).toEqual(['email'])
  expect(notices[0]).toMatchObject({ subject: '41° in Mildura tomorrow: one more call for Margaret Hartley?' })
  expect(notices[0]?.text).toContain('Forecast: Open-Meteo, https://open-meteo.com/')
})

test('only the place of the town is asked for, once an hour, and once for all who chose it', async () => {
  await cooee.somebody(jane, { address: '12 Deakin Avenue' })
  await cooee.somebody(jane, { name: 'Tuan Nguyen' })
  await cooee.look()
  hours(0.5)
  await cooee.look()
  expect(cooee.forecast.asked).toHaveLength(1)
  expect(cooee.forecast.asked[0]).toMatchObject({ latitude: -34.2, longitude: 142.2, timezone: 'Australia/Melbourne' })
  hours(0.5)
  await cooee.look()
  expect(cooee.forecast.asked).toHaveLength(2)
})

test('who chose no town is not looked at', async () => {
  await cooee.somebody(jane, { hotDaysTown: '' })
  await cooee.look()
  expect(cooee.forecast.asked).toEqual([])
  expect(await cooee.offers(jane)).toEqual([])
})

test('today is offered until noon, and the town decides what is very hot', async () => {
  cooee.forecast.days = { [TODAY]: 38, [TOMORROW]: 30 }
  const melbourne = await cooee.somebody(jane, { hotDaysTown: 'melbourne' })
  const mildura = await cooee.somebody(jane, { name: 'Tuan Nguyen' })
  await cooee.look()
  expect(await statesOf(melbourne)).toEqual([`${TODAY} open`])
  expect(await statesOf(mildura)).toEqual([])
  hours(1)
  const late = await cooee.somebody(jane, { name: 'Rosa Bianchi', hotDaysTown: 'melbourne' })
  await cooee.look()
  expect(await statesOf(late)).toEqual([])
})

test('carers are notified, viewers are not', async () => {
  const carer = await aMemberOf(cooee, jane, 'carer')
  const viewer = await aMemberOf(cooee, jane, 'viewer')
  await cooee.somebody(jane)
  await cooee.look()
  const notified = new Set((await cooee.notices()).map(({ personId }) => personId))
  expect(notified).toEqual(new Set([jane.user.id, carer.user.id]))
  expect(await cooee.offers(viewer)).toHaveLength(1)
  const offerId = await cooee.offer(viewer)
  expect((await viewer.post(`/api/hot-days/${offerId}/accept`, { timeOfDay: '14:00' })).statusCode).toBe(403)
  expect((await viewer.post(`/api/hot-days/${offerId}/decline`)).statusCode).toBe(403)
})

test('at night nobody is written to: the offer comes in the morning', async () => {
  await cooee.moveTo(new Date('2026-03-10T22:00:00+11:00'))
  cooee.forecast.days = { [TOMORROW]: 41 }
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([])
  await cooee.moveTo(new Date('2026-03-11T07:00:00+11:00'))
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} open`])
})

test('an offer is withdrawn when it is not going to be so hot, and comes back without another notice', async () => {
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  hours(1)
  cooee.forecast.days = { [TOMORROW]: 40 }
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} withdrawn`])
  hours(1)
  cooee.forecast.days = { [TOMORROW]: 43 }
  await cooee.look()
  expect(await cooee.offers(jane)).toMatchObject([{ degrees: 43 }])
  expect(await cooee.notices()).toHaveLength(1)
})

test('an offer says what is forecast by now', async () => {
  await cooee.somebody(jane)
  await cooee.look()
  hours(1)
  cooee.forecast.days = { [TOMORROW]: 44 }
  await cooee.look()
  expect(await cooee.offers(jane)).toMatchObject([{ degrees: 44 }])
})

test('a source that is down leaves the last forecast for a day; then nothing is offered', async () => {
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  const at = cooee.clock.now().toISOString()
  cooee.forecast.days = null
  hours(20)
  await cooee.look()
  expect(await cooee.offers(jane)).toHaveLength(1)
  expect((await jane.get('/api/hot-days')).json().towns).toEqual([{ town: 'mildura', fetchedAt: at }])
  await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + 24.5 * 3_600_000))
  expect(await cooee.offers(jane)).toEqual([])
  const newcomer = await cooee.somebody(jane, { name: 'Tuan Nguyen' })
  await cooee.look()
  expect(await statesOf(newcomer)).toEqual([])
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} open`])
})

test('after three failures in a row the others wait for the next time', async () => {
  cooee.forecast.days = null
  for (const town of ['perth', 'albany', 'hobart', 'darwin', 'cairns']) {
    await cooee.somebody(jane, { hotDaysTown: town })
  }
  await cooee.look()
  expect(cooee.forecast.asked).toHaveLength(3)
})

test('an offer that nobody decided about ends with its day', async () => {
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  await cooee.moveTo(new Date('2026-03-11T21:00:00+11:00'))
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} expired`])
})

test('another town, or none, withdraws the offer of the one before', async () => {
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  await jane.patch(`/api/loved-ones/${lovedOneId}`, { hotDaysTown: null })
  expect(await cooee.offers(jane)).toEqual([])
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} withdrawn`])
})

test.each([
  [
    'is away',
    async (id: number) => {
      await jane.post(`/api/loved-ones/${id}/away`, { from: TOMORROW, until: TOMORROW })
    },
  ],
  [
    'has said no',
    async (lovedOneId: number) => {
      const no = { subject: 'calls', state: 'declined', how: 'key', wording: 'x' } as const
      const accountId = jane.user.circle.id
      await cooee.db
        .insertInto('consents')
        .values({ accountId, lovedOneId, ...no, at: cooee.clock.now() })
        .execute()
    },
  ],
  [
    'belongs to an account whose calls are suspended',
    async () => {
      await cooee.db
        .updateTable('accounts')
        .set({ lapseNotifiedAt: new Date(cooee.clock.now().getTime() - 30 * 86_400_000) })
        .set({ suspendedAt: cooee.clock.now(), suspendedBecause: 'trial_over' })
        .where('id', '=', jane.user.circle.id)
        .execute()
    },
  ],
  [
    'is texted instead of rung',
    async (lovedOneId: number) => {
      await cooee.aCall(jane, {
        lovedOneId,
        asksBy: 'text',
        recurrencePattern: 'daily',
        scheduledTime: '2026-03-11T09:00:00+11:00',
      })
    },
  ],
])('who %s is offered no call, and an offer that there is ends', async (_, happens) => {
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  const offerId = await cooee.offer(jane)
  await happens(lovedOneId)
  const accepted = await jane.post(`/api/hot-days/${offerId}/accept`, { timeOfDay: '14:00' })
  expect(accepted.statusCode).toBe(409)
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} withdrawn`])
  await cooee.look()
  expect(await statesOf(lovedOneId)).toEqual([`${TOMORROW} withdrawn`])
})

test('offers and forecasts of long ago are deleted with the old records', async () => {
  const { deleteOldOffers } = await import('./delete-old-offers.ts')
  const lovedOneId = await cooee.somebody(jane)
  await cooee.look()
  hours(24 * 29)
  await deleteOldOffers(cooee.db, cooee.clock.now())
  expect(await statesOf(lovedOneId)).toHaveLength(1)
  hours(24 * 2)
  await deleteOldOffers(cooee.db, cooee.clock.now())
  expect(await statesOf(lovedOneId)).toEqual([])
  expect(await cooee.db.selectFrom('townForecasts').select('town').execute()).toEqual([])
})
