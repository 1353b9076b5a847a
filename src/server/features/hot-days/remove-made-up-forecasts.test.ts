import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type HotDaysFixture, hotDaysFixture, TODAY, TOMORROW } from '#test/hot-days-fixture.ts'
import { startLiveServer } from '#test/live-server.ts'
import { HOT_DAY_OF_CALL, removeMadeUpForecasts } from './public.ts'

let cooee: HotDaysFixture
let jane: SignedIn
beforeAll(async () => {
  cooee = await hotDaysFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.db.deleteFrom('lovedOnes').execute()
  await cooee.db.deleteFrom('townForecasts').execute()
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 41 }
  jane = await cooee.aRegisteredAccount()
  await cooee.somebody(jane)
})

async function lookAt({ isMadeUp }: { isMadeUp: boolean }) {
  cooee.forecast.isMadeUp = isMadeUp
  cooee.clock.advance(3_600_000)
  await cooee.look()
}
const forecasts = () => cooee.db.selectFrom('townForecasts').select(['day', 'isMadeUp']).orderBy('day').execute()
const hotDays = () =>
  cooee.db
    .selectFrom('calls')
    .select(['status', HOT_DAY_OF_CALL.as('day')])
    .execute()

test('once the source of forecasts is a real one, nobody is offered anything by what the sandbox made up', async () => {
  await lookAt({ isMadeUp: true })
  expect(await cooee.offers(jane)).toHaveLength(1)
  cooee.forecast.isMadeUp = false
  await removeMadeUpForecasts(cooee.db)
  expect(await forecasts()).toEqual([])
  expect(await cooee.offers(jane)).toEqual([])
  await lookAt({ isMadeUp: false })
  expect(await forecasts()).toEqual([
    { day: TODAY, isMadeUp: false },
    { day: TOMORROW, isMadeUp: false },
  ])
  expect(await cooee.offers(jane)).toHaveLength(1)
})

test('a call that was accepted by a made-up forecast stays scheduled and says nothing of heat', async () => {
  await lookAt({ isMadeUp: true })
  const accepted = await jane.post(`/api/hot-days/${await cooee.offer(jane)}/accept`, {})
  expect(accepted.statusCode, accepted.body).toBe(200)
  expect(await hotDays()).toEqual([{ status: 'scheduled', day: TOMORROW }])
  await removeMadeUpForecasts(cooee.db)
  expect(await hotDays()).toEqual([{ status: 'scheduled', day: null }])
})

test('what a real source has forecast, and what was offered by it, stays', async () => {
  await lookAt({ isMadeUp: false })
  await removeMadeUpForecasts(cooee.db)
  expect(await forecasts()).toHaveLength(2)
  expect(await cooee.offers(jane)).toHaveLength(1)
})

test('an offer that is open goes by the source of its present forecast', async () => {
  await lookAt({ isMadeUp: false })
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 44 }
  await lookAt({ isMadeUp: true })
  await removeMadeUpForecasts(cooee.db)
  expect(await cooee.db.selectFrom('hotDayOffers').select('id').execute()).toEqual([])
})

test('an offer that was withdrawn and comes back by a real forecast is a real one', async () => {
  await lookAt({ isMadeUp: true })
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 20 }
  await lookAt({ isMadeUp: true })
  expect(await cooee.offers(jane)).toEqual([])
  cooee.forecast.days = { [TODAY]: 30, [TOMORROW]: 41 }
  await lookAt({ isMadeUp: false })
  await removeMadeUpForecasts(cooee.db)
  expect(await cooee.offers(jane)).toHaveLength(1)
})

test('a server that does not make forecasts up removes those of the sandbox when it starts', async () => {
  const live = await startLiveServer(
    {},
    {
      async reachedBy(url) {
        const db = openDatabase(url)
        const row = { town: 'mildura', degrees: 44, fetchedAt: new Date() }
        await db
          .insertInto('townForecasts')
          .values([
            { ...row, day: TODAY, isMadeUp: true },
            { ...row, day: TOMORROW, isMadeUp: false },
          ])
          .execute()
        await db.destroy()
        return url
      },
    },
  )
  try {
    const kept = await live.server.db.selectFrom('townForecasts').select('day').execute()
    expect(kept).toEqual([{ day: TOMORROW }])
  } finally {
    await live.close()
  }
})
