import { sql } from 'kysely'
import { FORECAST_GOOD_FOR_MS } from '#core/hot-days/forecast-age.ts'
import { callTime, daysToOffer, isVeryHot, proposedTime } from '#core/hot-days/hot-day.ts'
import { offerText } from '#core/hot-days/hot-day-words.ts'
import { type Town, townOf } from '#core/hot-days/towns.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { OffersDeps } from './deps.ts'
import { whyNotRung } from './why-not-rung.ts'

const BATCH_SIZE = 200

/**
 * Offers one more call for each very hot day of today, until noon, and tomorrow, once for a loved one and day, and notifies those who may
 * schedule calls, once, however often it is run. Goes by forecasts of the last 24 hours alone. Nothing is rung by it.
 * Throws if an offer could not be made, after all others were.
 */
export async function makeOffers(deps: OffersDeps): Promise<void> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  for (let after: Place = { lovedOneId: 0, day: '1900-01-01' }; ; ) {
    const found = await candidates(deps.db, now, after)
    for (const one of found) {
      const { accountId, lovedOneId, day } = one
      await failures.attempt(
        () => deps.db.transaction().execute((trx) => offer(deps, trx, one, now)),
        'Hot day not offered; retrying',
        { accountId, lovedOneId, day },
      )
    }
    const last = found.at(-1)
    if (!last || found.length < BATCH_SIZE) break
    after = last
  }
  failures.throwIfAny()
}

interface Place {
  lovedOneId: number
  day: string
}

interface Candidate extends Place {
  accountId: number
  name: string
  phoneNumber: string
  timezone: string
  town: string
  degrees: number
  /** The forecast is the sandbox's. */
  isMadeUp: boolean
}

/** Hot days without an offer, or with one that was withdrawn when it looked cooler. Which town calls it hot is decided afterwards. */
function candidates(db: Db, now: Date, after: Place): Promise<Candidate[]> {
  return db
    .selectFrom('lovedOnes')
    .innerJoin('townForecasts as forecast', 'forecast.town', 'lovedOnes.hotDaysTown')
    .leftJoin('hotDayOffers as offer', (join) =>
      join.onRef('offer.lovedOneId', '=', 'lovedOnes.id').onRef('offer.day', '=', 'forecast.day'),
    )
    .select(['lovedOnes.id as lovedOneId', 'lovedOnes.accountId', 'lovedOnes.name', 'lovedOnes.phoneNumber'])
    .select(['lovedOnes.timezone', 'forecast.town', 'forecast.day', 'forecast.degrees', 'forecast.isMadeUp'])
    .where('forecast.fetchedAt', '>', goodSince(now))
    .where((eb) => eb.or([eb('offer.id', 'is', null), eb('offer.state', '=', 'withdrawn')]))
    .where(sql<boolean>`forecast.day - (${now}::timestamptz at time zone loved_ones.timezone)::date between 0 and 1`)
    .where(sql<boolean>`(loved_ones.id, forecast.day) > (${after.lovedOneId}, ${after.day}::date)`)
    .orderBy('lovedOnes.id')
    .orderBy('forecast.day')
    .limit(BATCH_SIZE)
    .execute()
}

async function offer(deps: OffersDeps, trx: Trx, candidate: Candidate, now: Date): Promise<void> {
  const { accountId, lovedOneId, day, degrees, isMadeUp, name, timezone } = candidate
  const town = townOf(candidate.town)
  const timeOfDay = proposedTime(day, now, timezone)
  if (!town || timeOfDay === null || !isVeryHot(town, degrees)) return
  if (!daysToOffer(now, timezone).includes(day)) return
  // Before the offer, in the order in which a removal takes them.
  const kept = await trx.selectFrom('lovedOnes').select('id').where('id', '=', lovedOneId).forKeyShare().execute()
  if (kept.length === 0) return
  if ((await whyNotRung(deps, trx, candidate, callTime(day, timeOfDay, timezone))) !== null) return
  const made = await trx
    .insertInto('hotDayOffers')
    .values({ accountId, lovedOneId, town: town.id, day, degrees, isMadeUp, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['lovedOneId', 'day'])
        .doUpdateSet({ state: 'open', town: town.id, degrees, isMadeUp })
        .where('hotDayOffers.state', '=', 'withdrawn'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await announceChange(trx, accountId, 'calls')
  const isToday = day === toWallClock(now, timezone).date
  const words = { name, town: town.name, degrees, isToday, timeOfDay, link: `${deps.publicUrl}/loved-ones` }
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'lateCalls',
    text: offerText({ ...words, isMadeUp }),
    // Once, also where it was withdrawn and comes back.
    key: `hot-day:${lovedOneId}:${day}`,
    isUrgent: false,
    isForCarers: true,
  })
}

interface OpenOffer extends Omit<Candidate, 'isMadeUp'> {
  id: number
  /** Null: the loved one's town is another by now, or none. */
  chosen: string | null
  /** What is forecast by now; null: nothing that is recent. */
  forecast: number | null
  isForecastMadeUp: boolean | null
}

/** Ends offers that nobody has decided about: their day is over, it is not going to be so hot, or the person cannot be rung. Others show the present forecast. */
export async function reviewOffers(deps: OffersDeps): Promise<void> {
  const now = deps.clock.now()
  const failures = collectFailures(deps.log)
  for (let after = 0; ; ) {
    const open = await openOffers(deps.db, now, after)
    for (const one of open) {
      const { id, accountId } = one
      await failures.attempt(
        () => deps.db.transaction().execute((trx) => review(deps, trx, one, now)),
        'Offer for a hot day not reviewed; retrying',
        { accountId, offerId: id },
      )
    }
    const last = open.at(-1)
    if (!last || open.length < BATCH_SIZE) break
    after = last.id
  }
  failures.throwIfAny()
}

function openOffers(db: Db, now: Date, after: number): Promise<OpenOffer[]> {
  return db
    .selectFrom('hotDayOffers as offer')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'offer.lovedOneId')
    .leftJoin('townForecasts', (join) =>
      join
        .onRef('townForecasts.town', '=', 'offer.town')
        .onRef('townForecasts.day', '=', 'offer.day')
        .on('townForecasts.fetchedAt', '>', goodSince(now)),
    )
    .select(['offer.id', 'offer.accountId', 'offer.lovedOneId', 'offer.town', 'offer.day', 'offer.degrees'])
    .select(['lovedOnes.name', 'lovedOnes.phoneNumber', 'lovedOnes.timezone', 'lovedOnes.hotDaysTown as chosen'])
    .select(['townForecasts.degrees as forecast', 'townForecasts.isMadeUp as isForecastMadeUp'])
    .where('offer.state', '=', 'open')
    .where('offer.id', '>', after)
    .orderBy('offer.id')
    .limit(BATCH_SIZE)
    .execute()
}

async function review(deps: OffersDeps, trx: Trx, offer: OpenOffer, now: Date): Promise<void> {
  const state = await stateNow(deps, trx, offer, now)
  const degrees = offer.forecast ?? offer.degrees
  if (state === 'open' && degrees === offer.degrees) return
  const changed = await trx
    .updateTable('hotDayOffers')
    .set(
      state === 'open'
        ? { degrees, ...(offer.isForecastMadeUp !== null && { isMadeUp: offer.isForecastMadeUp }) }
        : { state },
    )
    .where('id', '=', offer.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (changed) await announceChange(trx, offer.accountId, 'calls')
}

async function stateNow(
  deps: OffersDeps,
  trx: Trx,
  offer: OpenOffer,
  now: Date,
): Promise<'open' | 'withdrawn' | 'expired'> {
  const timeOfDay = proposedTime(offer.day, now, offer.timezone)
  if (timeOfDay === null) return 'expired'
  const town: Town | undefined = townOf(offer.town)
  if (!town || offer.chosen !== offer.town) return 'withdrawn'
  if (offer.forecast !== null && !isVeryHot(town, offer.forecast)) return 'withdrawn'
  const at = callTime(offer.day, timeOfDay, offer.timezone)
  return (await whyNotRung(deps, trx, offer, at)) === null ? 'open' : 'withdrawn'
}

/** Forecasts fetched after this are recent enough for an offer. */
export const goodSince = (now: Date): Date => new Date(now.getTime() - FORECAST_GOOD_FOR_MS)
