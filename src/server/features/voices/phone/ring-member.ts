import type { VoicePart } from '#contract/calls/familiar-voice.ts'
import { isOverShare } from '#core/plans/limits/share-of-limit.ts'
import {
  aheadMs,
  dialsOfDay,
  isOnCareCall,
  leaseDial,
  lockPermits,
  placeDial,
} from '#server/features/dialling/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { Asking } from '../own-voice.ts'
import { recordableCall } from '../schedule-of-call.ts'
import type { VoiceCallDeps } from './deps.ts'
import { endVoiceCall, linkVoiceCall } from './voice-call-state.ts'

/** Nobody needs more, and each costs. */
const OF_MEMBER: Quota = {
  name: 'voice-call',
  limit: 5,
  windowSeconds: 3600,
  message: 'We have rung you several times in the last hour. Please try again later, or record it on this page.',
}
const OF_ACCOUNT: Quota = { ...OF_MEMBER, name: 'voice-call-account', limit: 20, windowSeconds: 86_400 }

const NO_NUMBER = 'We ring only your own phone, once you have confirmed it. Add and confirm it in Settings.'
const IN_USE = 'Your phone is on a call with us just now. Try again in a minute.'
const REFUSES = 'Your phone has asked not to be called. Ring our number from it and press 1 to change that.'
const OFTEN = 'Your phone was dialled as often today as we dial one number. You can record it on this page.'
const BUSY = 'Care calls are leaving just now. Please try again in a moment.'
const NOT_PLACED = "We couldn't ring you just now. Please try again in a moment, or record it on this page."

/**
 * Rings the member's own confirmed phone, once, so that they can record a part of a schedule by it; no other number can be given.
 * Refuses a phone that refuses calls, that is on a call of ours, or that was dialled as often as a day allows, and somebody who
 * asks too often. It has a permit of the provider's rate, counts as a dial, and is written down before the provider is asked.
 */
export async function ringMember(
  deps: VoiceCallDeps,
  asking: Asking,
  { callId, part }: { callId: number; part: VoicePart },
): Promise<void> {
  const { scheduleId } = await recordableCall(deps.db, asking.accountId, callId)
  const { id, to, dialNotBefore } = await writeDown(deps, { ...asking, scheduleId, part })
  const wait = dialNotBefore.getTime() - deps.clock.now().getTime()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, aheadMs(deps.callsPerSecond))))
  if (!(await leaseDial(deps, id))) throw new AppError('unavailable', NOT_PLACED, { retryAfterSeconds: 10 })
  const result = await placeDial(
    deps,
    { id, to, from: deps.ownNumbers[0], subject: { voiceCallId: id } },
    {
      placed: (providerCallId) =>
        deps.db.transaction().execute((trx) => linkVoiceCall(deps, trx, { id, providerCallId })),
      rejected: () => endVoiceCall(deps, id, { state: 'ended', providerStatus: 'rejected', durationSeconds: null }),
      notPlaced: () => endVoiceCall(deps, id, { state: 'not_placed', providerStatus: null, durationSeconds: null }),
    },
  )
  // Where the answer was lost the phone may ring all the same: the reconciler finds out, and nothing is dialled again.
  if (result.kind === 'rejected' || result.kind === 'not_placed') throw new AppError('receiver_failed', NOT_PLACED)
}

function writeDown(
  deps: VoiceCallDeps,
  { accountId, personId, scheduleId, part }: Asking & { scheduleId: number; part: VoicePart },
): Promise<{ id: number; to: string; dialNotBefore: Date }> {
  const { db, clock, timing } = deps
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const [from] = deps.ownNumbers
    const to = await ownNumber(deps, trx, personId)
    await refuseWithoutPhones(trx, accountId, 'we cannot ring you')
    if ((await refusalOf(deps, trx, to))?.callsSince) throw new AppError('conflict', REFUSES)
    await spendQuota(trx, OF_MEMBER, String(personId), now)
    await spendQuota(trx, OF_ACCOUNT, String(accountId), now)
    const permits = await lockPermits(trx, deps, now, { limit: 1, numbers: [from] })
    if (await isOnCareCall(trx, to, now)) throw new AppError('conflict', IN_USE)
    const { dialsPerNumberDay: most } = deps.limits
    const dials = (await dialsOfDay(trx, [to], now)).get(to) ?? new Map()
    if (most > 0 && isOverShare(dials, accountId, most)) throw new AppError('conflict', OFTEN)
    const [dialNotBefore] = permits.openAt.get(from) ?? []
    if (!dialNotBefore) throw new AppError('unavailable', BUSY, { retryAfterSeconds: 2 })
    await permits.use(new Map([[from, 1]]))
    const nextAt = new Date(now.getTime() + timing.reconcileAfterMs)
    const { id } = await trx
      .insertInto('voiceCalls')
      .values({ accountId, phoneNumber: to, state: 'dialling', startedAt: now, nextAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('voiceRequests')
      .values({ dialId: id, accountId, personId, scheduleId, part, requestedAt: now })
      .execute()
    return { id, to, dialNotBefore }
  })
}

/** The confirmed number of the person who asks, and no other. */
async function ownNumber({ phoneCountries }: VoiceCallDeps, trx: Trx, personId: number): Promise<string> {
  const { phoneNumber, verifiedPhone } = await trx
    .selectFrom('people')
    .select(['phoneNumber', 'verifiedPhone'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (verifiedPhone === null || verifiedPhone !== phoneNumber) throw new AppError('conflict', NO_NUMBER)
  return ordinaryNumber(verifiedPhone, { countries: phoneCountries })
}
