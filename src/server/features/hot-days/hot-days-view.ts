import type { HotDayOffer, HotDays } from '#contract/calls/hot-days.ts'
import { proposedTime } from '#core/hot-days/hot-day.ts'
import { townOf } from '#core/hot-days/towns.ts'
import { CALLS } from '#core/languages/english/calls.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { HotDaysDeps } from './deps.ts'
import { goodSince } from './make-offers.ts'

type ViewDeps = Pick<HotDaysDeps, 'db' | 'clock' | 'forecast'>

const MOST_OFFERS = 200

/** What an account sees of hot days: its open offers by recent forecasts, and how old those are. Empty where no source is configured. */
export async function hotDaysOf({ db, clock, forecast }: ViewDeps, accountId: number): Promise<HotDays> {
  if (!forecast) return { isOn: false, offers: [], towns: [] }
  const now = clock.now()
  const { isMadeUp } = forecast
  return { isOn: true, isMadeUp, offers: await openOffers(db, accountId, now), towns: await townsOf(db, accountId) }
}

async function openOffers(db: Db, accountId: number, now: Date): Promise<HotDayOffer[]> {
  const rows = await db
    .selectFrom('hotDayOffers as offer')
    .innerJoin('lovedOnes', (join) =>
      join.onRef('lovedOnes.id', '=', 'offer.lovedOneId').onRef('lovedOnes.hotDaysTown', '=', 'offer.town'),
    )
    .innerJoin('townForecasts as forecast', (join) =>
      join.onRef('forecast.town', '=', 'offer.town').onRef('forecast.day', '=', 'offer.day'),
    )
    .select(['offer.id', 'offer.lovedOneId', 'offer.town', 'offer.day', 'offer.degrees'])
    .select(['lovedOnes.name', 'lovedOnes.timezone', 'lovedOnes.language', 'forecast.fetchedAt'])
    .where('offer.accountId', '=', accountId)
    .where('offer.state', '=', 'open')
    .where('forecast.fetchedAt', '>', goodSince(now))
    .orderBy('offer.day')
    .orderBy('offer.id')
    .limit(MOST_OFFERS)
    .execute()
  return rows.flatMap(({ town: townId, name, fetchedAt, ...row }): HotDayOffer[] => {
    const town = townOf(townId)
    const time = proposedTime(row.day, now, row.timezone)
    if (!town || time === null) return []
    const isToday = row.day === toWallClock(now, row.timezone).date
    return [
      {
        ...{ ...row, lovedOneName: name, town: town.name, isToday, proposedTime: time },
        ...{ says: CALLS.coolDown, fetchedAt: fetchedAt.toISOString() },
      },
    ]
  })
}

async function townsOf(db: Db, accountId: number): Promise<HotDays['towns']> {
  const rows = await db
    .selectFrom('lovedOnes')
    .leftJoin('townForecasts as forecast', 'forecast.town', 'lovedOnes.hotDaysTown')
    .select('hotDaysTown')
    .select(({ fn }) => fn.max('forecast.fetchedAt').as('fetchedAt'))
    .where('accountId', '=', accountId)
    .where('hotDaysTown', 'is not', null)
    .groupBy('hotDaysTown')
    .orderBy('hotDaysTown')
    .execute()
  return rows.flatMap(({ hotDaysTown, fetchedAt }) =>
    hotDaysTown === null ? [] : [{ town: hotDaysTown, fetchedAt: fetchedAt?.toISOString() ?? null }],
  )
}
