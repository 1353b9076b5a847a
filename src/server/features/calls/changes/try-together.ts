import type { ConsentMode } from '#core/consent/consent.ts'
import { whyNotUnasked } from '#core/consent/why-not-unasked.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { dialsOfDay } from '#server/features/dialling/public.ts'
import type { RefusalDeps } from '#server/features/refusals/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { ActingAccount, CallsDeps } from '../deps.ts'
import { enqueueDial } from '../jobs.ts'
import { CALLS_NOW } from './call-now.ts'
import { refuseUnwanted } from './refuse-unwanted.ts'
import { refuseWhileAway } from './refuse-while-away.ts'

/** Somebody is waiting next to the phone: later it would only confuse. */
const RINGS_WITHIN_MS = 2 * 60_000

/** A number can be changed as often as somebody likes: the phones of strangers are not to be rung one by one. */
const TRIES_UNASKED: Quota = {
  name: 'try-unasked',
  limit: 20,
  windowSeconds: 86_400,
  message: "You've tried calls with people who haven't agreed yet 20 times today. Please try again tomorrow.",
}

/**
 * Try it together: rings a loved one once, now, while their family is there. It alerts nobody, is not retried, and counts in no
 * plan; help that is asked for counts as always. It is the first call of a person who has not been asked. A second press while
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
      .select(['name', 'phoneNumber', 'secondPhoneNumber', 'timezone'])
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
    await refuseUnwanted({ sealing }, trx, { lovedOneId, name, phoneNumber, asksBy: 'call' })
    await refuseWhileAway(trx, { lovedOneId, name, timezone: lovedOne.timezone }, now)
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
      by: account.by,
      does: `tried a call together with ${name}`,
      lovedOneId,
      callId,
    })
    await announceChange(trx, account.id, 'calls')
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
  secondPhoneNumber: string | null
  timezone: string
  consent: ConsentMode
  now: Date
}

async function refuseUnasked(
  trx: Trx,
  { accountId, lovedOneId, name, phoneNumber, secondPhoneNumber, timezone, consent, now }: Unasked,
): Promise<void> {
  if ((await consentsOfOne(trx, lovedOneId, consent)).calls.state === 'agreed') return
  const made = await dialsOfDay(trx, [phoneNumber, secondPhoneNumber ?? phoneNumber], now)
  const dials = [...made.values()].map((byAccount) => byAccount.get(accountId) ?? 0)
  const reason = whyNotUnasked({ name, timezone, asksBy: 'call', dials }, now)
  if (reason !== null) throw new AppError('conflict', reason)
  await spendQuota(trx, TRIES_UNASKED, String(accountId), now)
}
