import { unasked } from '#core/consent/consent.ts'
import { unaskedCallText } from '#core/consent/consent-texts.ts'
import { whyNotUnasked } from '#core/consent/why-not-unasked.ts'
import { bothTimesFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { isOverShare } from '#core/plans/limits/share-of-limit.ts'
import { overSpendReason } from '#core/plans/spend.ts'
import { bookNextOccurrences, postpone } from '#server/features/calls/public.ts'
import { dialsOfDay } from '#server/features/dialling/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { splitBySpend } from '#server/platform/phones/spend-of-day.ts'
import { type DueCall, lockDueCalls, nextCallsOfSchedules, numberToDial } from '../../attempts/due-calls.ts'
import { rungTries } from '../../attempts/rung-tries.ts'
import type { CareDeps } from '../../deps.ts'
import { concludeCall } from '../../ending/conclude-call.ts'
import { splitByRefusal } from '../../ending/end-refused-calls.ts'
import { raiseIncident, raiseNotMade } from '../../ending/raise-incident.ts'

/** A due call that a daily limit refuses, and why, as a sentence. */
export interface OverLimit {
  call: DueCall
  reason: string
  /** They have not agreed to calls yet: only the members are notified. */
  isUnasked?: boolean
}

/** Splits due calls by whether the day's dials of their phone, their account's share and the daily spend allow them. Under `lockPermits`. */
export async function splitByDials<Call extends DueCall>(
  { limits, consent }: Pick<CareDeps, 'limits' | 'consent'>,
  trx: Trx,
  all: readonly Call[],
  now: Date,
): Promise<{ allowed: Call[]; overLimit: OverLimit[] }> {
  const most = limits.dialsPerNumberDay
  const isUnasked = ({ callsConsent }: DueCall) => (callsConsent ?? unasked(consent).state) !== 'agreed'
  const isCounted = most > 0 || all.some(isUnasked)
  const numbers = all.flatMap((call) => [numberToDial(call), ...(isUnasked(call) ? phonesOf(call) : [])])
  const dials = isCounted ? await dialsOfDay(trx, numbers, now) : null
  const dialsTo = (call: DueCall) => dials?.get(numberToDial(call)) ?? new Map<number, number>()
  const overLimitUnasked: OverLimit[] = all.filter(isUnasked).flatMap((call) => {
    const made = phonesOf(call).map((phone) => dials?.get(phone)?.get(call.accountId) ?? 0)
    const reason = whyNotUnasked({ ...call, dials: made }, now)
    return reason === null ? [] : [{ call, reason, isUnasked: true }]
  })
  const due = all.filter((call) => !overLimitUnasked.some((overLimit) => overLimit.call === call))
  const isOverLimit = (call: DueCall) => most > 0 && isOverShare(dialsTo(call), call.accountId, most)
  const underDials = due.filter((call) => !isOverLimit(call))
  const items = underDials.map(
    (call) => ({ call, accountId: call.accountId, kind: 'careCall', isHelp: false }) as const,
  )
  const bySpend = await splitBySpend(trx, limits.spend, items, now)
  return {
    allowed: bySpend.allowed.map(({ call }) => call),
    overLimit: [
      ...overLimitUnasked,
      ...due.filter(isOverLimit).map((call) => ({ call, reason: tooManyDials(call, most) })),
      ...bySpend.overLimit.map(({ call }) => ({ call, reason: overSpendReason({ now, zone: call.timezone }) })),
    ],
  }
}

const phonesOf = ({ phoneNumber, secondPhoneNumber, skippedSecondPhone }: DueCall): string[] => [
  ...new Set([phoneNumber, secondPhoneNumber ?? skippedSecondPhone ?? phoneNumber]),
]

/** Rings and texts count alike, so neither is named for what was done. */
const tooManyDials = ({ name, asksBy }: DueCall, most: number): string =>
  asksBy === 'text'
    ? `We tried ${name}'s number ${most} times in 24 hours, the most we try one number, so we didn't text this time.`
    : `We tried ${name}'s number ${most} times in 24 hours, the most we try one number, so we didn't ring again.`

/**
 * Ends a call that a daily limit refuses: it is missed with the reason, the members are notified as of every call
 * that was not placed, and the following occurrence is booked. No catch-up call is made: it would meet the same limit.
 * Each call has its own transaction; one that cannot be ended is postponed.
 */
export async function endOverLimitDials(deps: CareDeps, calls: readonly OverLimit[]): Promise<void> {
  for (const {
    call: { id },
  } of calls) {
    await end(deps, id).catch(async (error) => {
      deps.log.error({ err: error, callId: id }, 'Call over a daily limit not ended; postponed')
      await postpone(deps.db, [id], deps.clock.now())
    })
  }
}

async function end(deps: CareDeps, callId: number): Promise<void> {
  const now = deps.clock.now()
  await retryingTransaction(deps.db, async (trx) => {
    // As at the claim: which phone rings decides which limit there is.
    const { wanted } = await splitByRefusal(deps, trx, await lockDueCalls(trx, now, [callId], 1))
    const [overLimit] = (await splitByDials(deps, trx, wanted, now)).overLimit
    // Claimed or changed meanwhile, or its phone is in use: otherwise the next poll would find it at once.
    if (!overLimit) return postpone(trx, [callId], now)
    const { call, reason } = overLimit
    if (overLimit.isUnasked) return endUnasked(deps, trx, overLimit, now)
    const wasNeverRung = (await rungTries(trx, call)) === 0
    await concludeCall(deps, trx, call, {
      status: 'missed',
      reason,
      now,
      durationSeconds: null,
      skipsConsequences: true,
    })
    // After it ended: a schedule has one next call, and this was it so far.
    await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))
    if (wasNeverRung) await raiseNotMade(deps, trx, [{ call, reason }], null)
    else await raiseIncident(deps, trx, call, { kind: 'not_reached', status: 'missed', reason }, { notTriedAt: now })
  })
}

/** Contacts are not alerted: the person has not even said that calls are all right. */
async function endUnasked(deps: CareDeps, trx: Trx, { call, reason }: OverLimit, now: Date): Promise<void> {
  await concludeCall(deps, trx, call, { status: 'missed', reason, now, durationSeconds: null, skipsConsequences: true })
  await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))
  await notifyMembers(deps, trx, {
    accountId: call.accountId,
    kind: 'lateCalls',
    text: ({ timezone }) =>
      unaskedCallText({
        name: sentNameOr(call.name),
        localTime: bothTimesFor(call.scheduledFor, call.timezone, timezone),
        reason,
        link: `${deps.publicUrl}/loved-ones/${call.lovedOneId}/try`,
        asksBy: call.asksBy,
      }),
    key: `call:${call.id}:unasked:${call.scheduledFor.getTime()}`,
  })
}
