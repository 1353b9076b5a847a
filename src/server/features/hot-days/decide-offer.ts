import type { AcceptedHotDay, AcceptHotDayBody } from '#contract/calls/hot-days.ts'
import { WAKING_FROM, WAKING_UNTIL } from '#core/calls/waking-hours.ts'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { callTime, proposedTime } from '#core/hot-days/hot-day.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { scheduleCallIn } from '#server/features/calls/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import type { HotDaysDeps } from './deps.ts'
import { goodSince } from './make-offers.ts'
import { whyNotRung } from './why-not-rung.ts'

/**
 * Schedules the one more call of an offer, at that time of its day on the loved one's clock, as if the member had scheduled it: by the same
 * operation, in one transaction. Asked again, by any member, it answers with the call that there is. Refuses an offer that was declined,
 * is over or holds no longer, a time that is past or at night, and what scheduling refuses.
 */
export function acceptOffer(
  deps: HotDaysDeps,
  account: ActingAccount,
  offerId: number,
  { timeOfDay: chosen }: AcceptHotDayBody,
): Promise<AcceptedHotDay> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now()
    const { offer, lovedOne } = await lockOffer(trx, account.id, offerId)
    if (offer.state === 'accepted') return callOf(trx, offer.callId)
    const { day, town } = offer
    const { id: lovedOneId, timezone } = lovedOne
    refuseDecided(offer.state)
    const proposed = proposedTime(day, now, timezone)
    if (proposed === null) throw new AppError('conflict', OVER)
    const timeOfDay = chosen ?? proposed
    const at = callTime(day, timeOfDay, timezone)
    refuseTime(timeOfDay, at, now)
    if (!deps.forecast || !(await isForecastRecent(trx, { town, day }, now)))
      throw new AppError('conflict', NO_FORECAST)
    const reason = await whyNotRung(deps, trx, { ...lovedOne, accountId: account.id, lovedOneId }, at)
    if (reason !== null) throw new AppError('conflict', reason)
    const callId = await scheduleCallIn(deps, trx, account, {
      lovedOneId,
      callType: 'wellness_check',
      scheduledTime: at.toISOString(),
      recurrencePattern: 'once',
      schedulePatterns: [],
    })
    await trx
      .updateTable('hotDayOffers')
      .set({ state: 'accepted', callId, personId: account.by?.personId ?? null, decidedAt: now })
      .where('id', '=', offerId)
      .execute()
    return { callId, scheduledTime: at.toISOString() }
  })
}

/** Notes that nobody wants the call of an offer; asked again, it changes nothing. Refuses one that was accepted: its call can be cancelled. */
export function declineOffer({ db, clock }: HotDaysDeps, account: ActingAccount, offerId: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { offer, lovedOne } = await lockOffer(trx, account.id, offerId)
    if (offer.state === 'accepted') {
      throw new AppError('conflict', 'The call is scheduled already. To cancel it, choose it in your calls.')
    }
    if (offer.state !== 'open') return
    await trx
      .updateTable('hotDayOffers')
      .set({ state: 'declined', personId: account.by?.personId ?? null, decidedAt: clock.now() })
      .where('id', '=', offerId)
      .execute()
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_updated',
      description: `No extra call for ${lovedOne.name} on a hot day`,
      by: account.by,
      does: `chose no extra call for ${lovedOne.name} on a hot day`,
      lovedOneId: lovedOne.id,
    })
    await announceChange(trx, account.id, 'calls')
  })
}

const OVER = 'This offer is over: there’s no time left for a call on that day.'
const NO_FORECAST = 'We have no recent forecast, so this offer doesn’t hold any more. You can still schedule a call.'

/** The loved one first: in this order a removal takes them. */
async function lockOffer(trx: Trx, accountId: number, offerId: number) {
  const found = await trx
    .selectFrom('hotDayOffers')
    .select('lovedOneId')
    .where('id', '=', offerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!found) throw notFound('Offer')
  const lovedOne = await ownLovedOne(trx, accountId, found.lovedOneId, 'kept')
  const offer = await trx
    .selectFrom('hotDayOffers')
    .select(['state', 'town', 'day', 'callId'])
    .where('id', '=', offerId)
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!offer) throw notFound('Offer')
  return { offer, lovedOne }
}

async function callOf(trx: Trx, callId: number | null): Promise<AcceptedHotDay> {
  const call =
    callId === null
      ? undefined
      : await trx.selectFrom('calls').select('scheduledFor').where('id', '=', callId).executeTakeFirst()
  if (callId === null || !call) throw new AppError('conflict', 'The call of this offer was removed.')
  return { callId, scheduledTime: call.scheduledFor.toISOString() }
}

function refuseDecided(state: 'open' | 'declined' | 'withdrawn' | 'expired'): void {
  switch (state) {
    case 'open':
      return
    case 'declined':
      throw new AppError('conflict', 'Somebody in your family has said no to this call. You can still schedule one.')
    case 'withdrawn':
      throw new AppError('conflict', 'This offer doesn’t hold any more. You can still schedule a call.')
    case 'expired':
      throw new AppError('conflict', OVER)
  }
}

function refuseTime(timeOfDay: string, at: Date, now: Date): void {
  const invalid = (words: string) => new AppError('invalid', words, { field: 'timeOfDay' })
  if (timeOfDay < WAKING_FROM || timeOfDay >= WAKING_UNTIL) {
    throw invalid(
      `Please choose a time from ${formatTimeOfDay(WAKING_FROM)} to before ${formatTimeOfDay(WAKING_UNTIL)}`,
    )
  }
  if (at <= now) throw invalid("Please choose a time that hasn't passed")
}

async function isForecastRecent(db: Db, { town, day }: { town: string; day: string }, now: Date): Promise<boolean> {
  const recent = await db
    .selectFrom('townForecasts')
    .select('town')
    .where('town', '=', town)
    .where('day', '=', day)
    .where('fetchedAt', '>', goodSince(now))
    .executeTakeFirst()
  return recent !== undefined
}
