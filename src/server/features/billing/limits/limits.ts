import { type BillingMonth, monthOfBooking } from '#core/plans/billing-month.ts'
import { type MonthOfBooking, mayBook } from '#core/plans/calls-booked.ts'
import { mayAddLovedOne } from '#core/plans/limits/may-add-loved-one.ts'
import { mayCallNow } from '#core/plans/limits/may-call-now.ts'
import { maySchedule } from '#core/plans/limits/may-schedule.ts'
import { mayUseCallType } from '#core/plans/limits/may-use-call-type.ts'
import type { Permission } from '#core/plans/limits/permission.ts'
import { planStanding, type Standing, trialEndsAt } from '#core/plans/standing.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import type { Booking, CallLimits } from '#server/features/calls/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { planFactsOf } from './plan-facts.ts'
import { awayIn, countBooked, countLovedOnes } from './usage.ts'

export interface PlanLimits extends CallLimits {
  /** Refuses one more loved one when the plan does not allow it. */
  beforeAddingLovedOne(trx: Trx, accountId: number): Promise<void>
}

/** What a plan refuses, with 402 and the way out. Each locks the account's row in the caller's transaction: parallel requests cannot pass it. */
export function planLimits({ clock, isBillingOn }: { clock: Clock; isBillingOn: boolean }): PlanLimits {
  if (!isBillingOn) {
    const allow = async () => {}
    return {
      beforeAddingLovedOne: allow,
      beforeScheduling: allow,
      beforeBookingOtherwise: allow,
      beforeChangingType: allow,
      beforeCallingNow: allow,
    }
  }

  /** Reads only after the lock: a count made before it would be out of date. */
  const lockStanding = async (trx: Trx, accountId: number) => {
    const { timezone } = await trx
      .selectFrom('accounts')
      .innerJoin('owners', 'owners.accountId', 'accounts.id')
      .select('timezone')
      .where('accounts.id', '=', accountId)
      .forNoKeyUpdate('accounts')
      .executeTakeFirstOrThrow()
    const facts = await planFactsOf(trx, accountId, { isBillingOn })
    const now = clock.now()
    const standing: Standing = planStanding(facts, now)
    const monthOf = async ({ replaces, ...booking }: Booking): Promise<MonthOfBooking> => {
      const month = monthOfBooking(facts, booking.first)
      const isAway = await awayIn(trx, accountId, month)
      const countOf = ({ lovedOneId, ...wanted }: Omit<Booking, 'replaces'>) =>
        occurrencesIn(wanted, month).filter((at) => !isAway(lovedOneId, at)).length
      return {
        booked: await countBooked(trx, accountId, month, replaces),
        wanted: countOf(booking),
        before: replaces ? countOf(replaces) : 0,
        endsAt: month.end,
        isTrial: standing.kind === 'trial' && month.end.getTime() === trialEndsAt(facts.trialStartedAt).getTime(),
        zone: timezone,
      }
    }
    return { standing, monthOf }
  }

  return {
    async beforeAddingLovedOne(trx, accountId) {
      const { standing } = await lockStanding(trx, accountId)
      demand(mayAddLovedOne(standing, await countLovedOnes(trx, accountId)))
    },
    async beforeScheduling(trx, accountId, callType, booking) {
      const { standing, monthOf } = await lockStanding(trx, accountId)
      demand(maySchedule(standing, callType, await monthOf(booking)))
    },
    async beforeBookingOtherwise(trx, accountId, booking) {
      const { standing, monthOf } = await lockStanding(trx, accountId)
      demand(mayBook(standing, await monthOf(booking)))
    },
    async beforeChangingType(trx, accountId, callType) {
      const { standing } = await lockStanding(trx, accountId)
      demand(mayUseCallType(standing, callType, 'change this call'))
    },
    async beforeCallingNow(trx, accountId) {
      const { standing } = await lockStanding(trx, accountId)
      demand(mayCallNow(standing))
    },
  }
}

/** The calls of a booking that are in a month. */
function occurrencesIn(
  { first, rule, zone }: Pick<Booking, 'first' | 'rule' | 'zone'>,
  { start, end }: BillingMonth,
): Date[] {
  const following = occurrencesWithin(rule, { after: first, until: end, zone })
  return [first, ...following].filter((at) => at >= start && at < end)
}

function demand(permission: Permission): void {
  if (!permission.allowed) throw new AppError('plan_limit_reached', permission.why)
}
