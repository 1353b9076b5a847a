import { billingMonth } from '#core/plans/billing-month.ts'
import type { CallsUsed } from '#core/plans/calls-used-up.ts'
import { mayAddLovedOne } from '#core/plans/may-add-loved-one.ts'
import { mayCallNow } from '#core/plans/may-call-now.ts'
import { maySchedule } from '#core/plans/may-schedule.ts'
import { mayUseCallType } from '#core/plans/may-use-call-type.ts'
import type { Permission } from '#core/plans/permission.ts'
import { planStanding, type Standing } from '#core/plans/standing.ts'
import type { CallLimits } from '#server/features/calls/public.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Trx } from '#server/platform/database.ts'
import { planFactsOf } from './plan-facts.ts'
import { countLovedOnes, countOnTheirWay, countPlaced } from './usage.ts'

export interface PlanLimits extends CallLimits {
  /** Refuses one more loved one where the plan does not allow it. */
  beforeAddingLovedOne(trx: Trx, accountId: number): Promise<void>
}

/**
 * What a plan refuses, with 402 and the way out. Each is asked inside the transaction of what is wanted and locks the
 * account's row until its end: of many requests at once the next sees what the one before has written.
 */
export function planLimits({ clock, isBillingOn }: { clock: Clock; isBillingOn: boolean }): PlanLimits {
  if (!isBillingOn) {
    const allow = async () => {}
    return {
      beforeAddingLovedOne: allow,
      beforeScheduling: allow,
      beforeChangingType: allow,
      beforeCallingNow: allow,
    }
  }

  /** Asks only after the lock: a count made before it would be of what was. */
  const lockStanding = async (trx: Trx, accountId: number) => {
    const { timezone } = await trx
      .selectFrom('accounts')
      .select('timezone')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const facts = await planFactsOf(trx, accountId, { isBillingOn })
    const now = clock.now()
    const standing: Standing = planStanding(facts, now)
    const used = async (exceptCallId?: number): Promise<CallsUsed> => {
      const month = billingMonth(facts, now)
      const placed = await countPlaced(trx, accountId, month.start)
      const onTheirWay = await countOnTheirWay(trx, accountId, now, exceptCallId)
      return { calls: placed + onTheirWay, monthEndsAt: month.end, zone: timezone }
    }
    return { standing, used }
  }

  return {
    async beforeAddingLovedOne(trx, accountId) {
      const { standing } = await lockStanding(trx, accountId)
      demand(mayAddLovedOne(standing, await countLovedOnes(trx, accountId)))
    },
    async beforeScheduling(trx, accountId, callType) {
      const { standing, used } = await lockStanding(trx, accountId)
      demand(maySchedule(standing, callType, await used()))
    },
    async beforeChangingType(trx, accountId, callType) {
      const { standing } = await lockStanding(trx, accountId)
      demand(mayUseCallType(standing, callType, 'change this call'))
    },
    async beforeCallingNow(trx, accountId, callId) {
      const { standing, used } = await lockStanding(trx, accountId)
      demand(mayCallNow(standing, await used(callId)))
    },
  }
}

function demand(permission: Permission): void {
  if (!permission.allowed) throw new AppError('plan_limit_reached', permission.why)
}
