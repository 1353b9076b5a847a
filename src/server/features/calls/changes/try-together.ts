import { type ConsentMode, MOST_DIALS_UNASKED, mayRingUnasked, refusesCalls } from '#core/consent/consent.ts'
import { declinedReason, unaskedAtNightReason, unaskedTooOftenReason } from '#core/consent/consent-texts.ts'
import { shortName } from '#core/escalation/texts/short-name.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { ADMIN_REFUSED_REASON, refusedReason } from '#core/refusals/refusal-texts.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { dialsOfDay } from '#server/features/dialling/public.ts'
import { type RefusalDeps, refusalOf } from '#server/features/refusals/public.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { enqueueDial } from '../jobs.ts'
import { CALLS_NOW } from './call-now.ts'

/** Somebody waits for it beside the phone: later it would only confuse. */
const RINGS_WITHIN_MS = 2 * 60_000

/** A number can be changed as often as somebody likes: the phones of strangers are not to be rung one by one. */
const TRIES_UNASKED: Quota = {
  name: 'try-unasked',
  limit: 20,
  windowSeconds: 86_400,
  message: "You've tried calls with people who haven't agreed yet 20 times today. Please try again tomorrow.",
}

/**
 * Try it together: rings a loved one once, now, while their family is there. It alarms nobody, is not retried, and counts in no
 * plan; help that is asked for counts as always. It is the hello call of a person who has not been asked. A second press while
 * it is under way returns the same call. Refused for a phone that wants no calls, for an account that may use no phones, and
 * while another call to them is under way; before they have agreed also at night, after three dials, and after twenty such
 * tries of the account in a day.
 */
export async function tryTogether(
  { db, jobs, clock, sealing, plans, consent }: CallsDeps & RefusalDeps & { consent: ConsentMode },
  account: ActingAccount,
  lovedOneId: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const lovedOne = await trx
      .selectFrom('lovedOnes')
      .select(['name', 'phoneNumber', 'timezone'])
      .where('id', '=', lovedOneId)
      .where('accountId', '=', account.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!lovedOne) throw notFound('Loved one')
    const now = clock.now()
    const { name, phoneNumber } = lovedOne
    const open = await openCallOf(trx, lovedOneId)
    if (open?.isRehearsal) return open.id
    if (open)
      throw new AppError('conflict', `We're already ringing ${shortName(name)}. Please wait for that call to end.`)
    await refuseWithoutPhones(trx, account.id, `we can't ring ${shortName(name)}`)
    const refusal = await refusalOf({ sealing }, trx, phoneNumber)
    if (refusal?.callsSince)
      throw new AppError('conflict', refusal.byAdmin ? ADMIN_REFUSED_REASON : refusedReason(name))
    await refuseUnasked(trx, { lovedOneId, accountId: account.id, ...lovedOne, consent, now })
    await plans.beforeCallingNow(trx, account.id)
    await spendQuota(trx, CALLS_NOW, String(account.id), now)
    const callType = 'daily_check_in'
    const { id: callId } = await trx
      .insertInto('calls')
      .values({
        ...{ accountId: account.id, lovedOneId, callType, isRehearsal: true, scheduledFor: now, calledNowAt: now },
        ...{ dialAt: now, dialBy: new Date(now.getTime() + RINGS_WITHIN_MS) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueDial(jobs, trx, { callId, callType, dialAt: now })
    const description = `Tried a call together with ${name}`
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_scheduled',
      description,
      lovedOneId,
      callId,
    })
    await touch(trx, account.id, 'calls')
    return callId
  })
}

/** One that rings or is about to: of those scheduled, only a rehearsal. */
function openCallOf(trx: Trx, lovedOneId: number) {
  return trx
    .selectFrom('calls')
    .select(['id', 'isRehearsal'])
    .where('lovedOneId', '=', lovedOneId)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'in_progress'), eb('dialAt', 'is', null)]),
        eb.and([eb('status', 'in', ['scheduled', 'in_progress']), eb('isRehearsal', '=', true)]),
      ]),
    )
    .orderBy('isRehearsal', 'desc')
    .limit(1)
    .executeTakeFirst()
}

interface Unasked {
  accountId: number
  lovedOneId: number
  name: string
  phoneNumber: string
  timezone: string
  consent: ConsentMode
  now: Date
}

async function refuseUnasked(
  trx: Trx,
  { accountId, lovedOneId, name, phoneNumber, timezone, consent, now }: Unasked,
): Promise<void> {
  const { calls } = await consentsOfOne(trx, lovedOneId, consent)
  if (refusesCalls(calls)) throw new AppError('conflict', declinedReason(name))
  if (calls.state === 'agreed') return
  if (!mayRingUnasked(toWallClock(now, timezone).timeOfDay)) throw new AppError('conflict', unaskedAtNightReason(name))
  const dials = (await dialsOfDay(trx, [phoneNumber], now)).get(phoneNumber)?.get(accountId) ?? 0
  if (dials >= MOST_DIALS_UNASKED) throw new AppError('conflict', unaskedTooOftenReason(name))
  await spendQuota(trx, TRIES_UNASKED, String(accountId), now)
}
