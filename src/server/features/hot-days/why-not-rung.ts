import { saidNo } from '#core/consent/consent.ts'
import { declinedReason } from '#core/consent/consent-texts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ADMIN_REFUSED_REASON, refusedReason } from '#core/refusals/refusal-texts.ts'
import { isAwayAt } from '#server/features/calls/public.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { refusalOf, refusedSince } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface ToBeRung {
  accountId: number
  lovedOneId: number
  name: string
  phoneNumber: string
}

/**
 * Why a loved one is offered no call at that instant, as a sentence; null where one may be offered. What a plan refuses is said when
 * the call is scheduled.
 */
export async function whyNotRung(
  deps: { sealing: Sealing },
  db: Db,
  { accountId, lovedOneId, name, phoneNumber }: ToBeRung,
  at: Date,
): Promise<string | null> {
  const called = shortName(name)
  if ((await isPaused(db, accountId)) || (await whyNoPhones(db, accountId)) !== null) {
    return `This account can’t place calls just now, so we can’t ring ${called}.`
  }
  const refusal = await refusalOf(deps, db, phoneNumber)
  if (refusedSince(refusal, 'call')) return refusal?.byAdmin ? ADMIN_REFUSED_REASON : refusedReason(name, 'call')
  if (saidNo((await consentsOfOne(db, lovedOneId, 'asked')).calls.state)) return declinedReason(name)
  if (await isAwayAt(db, lovedOneId, at)) return `${called} is away then, so we don’t ring.`
  return (await isTextedAlone(db, lovedOneId)) ? `We text ${called} and don’t ring.` : null
}

async function isPaused(db: Db, accountId: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select(['suspendedAt', 'deletionBeganAt'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return !account || account.suspendedAt !== null || account.deletionBeganAt !== null
}

/** Somebody who cannot hear is texted by every schedule. */
async function isTextedAlone(db: Db, lovedOneId: number): Promise<boolean> {
  const ways = await db
    .selectFrom('callSchedules')
    .select('asksBy')
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .distinct()
    .execute()
  return ways.length > 0 && ways.every(({ asksBy }) => asksBy === 'text')
}
