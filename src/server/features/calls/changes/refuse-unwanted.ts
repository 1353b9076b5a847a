import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { saidNo } from '#core/consent/consent.ts'
import { declinedReason } from '#core/consent/consent-texts.ts'
import { ADMIN_REFUSED_REASON, refusedReason } from '#core/refusals/refusal-texts.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { type RefusalDeps, refusalOf, refusedSince } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

interface Wanted {
  lovedOneId: number
  name: string
  phoneNumber: string
  asksBy: AsksBy
}

/** Throws `conflict` where a phone refuses what a call sends, a ring or a text, or its person would rather not be called. */
export async function refuseUnwanted(
  { sealing }: Pick<RefusalDeps, 'sealing'>,
  trx: Trx,
  { lovedOneId, name, phoneNumber, asksBy }: Wanted,
): Promise<void> {
  const refusal = await refusalOf({ sealing }, trx, phoneNumber)
  if (refusedSince(refusal, asksBy))
    throw new AppError('conflict', refusal?.byAdmin ? ADMIN_REFUSED_REASON : refusedReason(name, asksBy))
  if (asksBy === 'call' && saidNo((await consentsOfOne(trx, lovedOneId, 'asked')).calls.state))
    throw new AppError('conflict', declinedReason(name))
}
