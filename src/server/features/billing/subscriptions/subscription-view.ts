import type { Subscription } from '#contract/accounts/billing.ts'
import { billingMonth } from '#core/plans/billing-month.ts'
import { uncoveredTypes } from '#core/plans/limits/uncovered-types.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { planStanding, type Standing } from '#core/plans/standing.ts'
import { scheduledTypes } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BillingDeps } from '../deps.ts'
import { planFactsOf } from '../limits/plan-facts.ts'
import { countBooked, countLovedOnes, countPlaced } from '../limits/usage.ts'

/** What an account may use, and how much of it is used. */
export async function viewSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'isBillingOn'>,
  accountId: number,
): Promise<Subscription> {
  const { db, clock, isBillingOn } = deps
  const facts = await planFactsOf(db, accountId, { isBillingOn })
  const now = clock.now()
  const month = billingMonth(facts, now)
  // Without limits nothing is counted.
  const countCalls = () =>
    isBillingOn ? countBooked(db, accountId, month) : countPlaced(db, accountId, month.start, month.end)
  const [calls, lovedOnes] = await Promise.all([countCalls(), countLovedOnes(db, accountId)])
  return {
    standing: presentStanding(planStanding(facts, now)),
    endingTypes: await endingTypesOf(db, accountId),
    usage: {
      calls,
      since: month.start.toISOString(),
      until: month.end.toISOString(),
      lovedOnes,
      callsPerMonth: isBillingOn ? BASIC_PLAN.callsPerMonth : null,
      lovedOnesAtMost: isBillingOn ? BASIC_PLAN.lovedOnes : null,
    },
  }
}

async function endingTypesOf(db: Db, accountId: number): Promise<Subscription['endingTypes']> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['addOns', 'uncoveredUntil'])
    .where('accountId', '=', accountId)
    .where('status', 'in', ['active', 'past_due'])
    .executeTakeFirst()
  if (!row?.uncoveredUntil) return null
  const callTypes = await scheduledTypes(db, accountId, uncoveredTypes(row.addOns))
  return callTypes.length > 0 ? { callTypes, at: row.uncoveredUntil.toISOString() } : null
}

function presentStanding(standing: Standing): Subscription['standing'] {
  switch (standing.kind) {
    case 'off':
      return standing
    case 'trial':
      return { ...standing, endsAt: standing.endsAt.toISOString() }
    case 'active': {
      const { addOns, renewsAt } = standing
      return { kind: 'active', addOns: [...addOns], renewsAt: renewsAt.toISOString(), cancelsAt: endOf(standing) }
    }
    case 'past_due': {
      const { addOns, since, suspendsAt } = standing
      const dates = { since: since.toISOString(), suspendsAt: suspendsAt.toISOString() }
      return { kind: 'past_due', addOns: [...addOns], ...dates, cancelsAt: endOf(standing) }
    }
    case 'lapsed':
      return { ...standing, since: standing.since.toISOString(), suspendsAt: standing.suspendsAt.toISOString() }
    case 'suspended':
      return { ...standing, since: standing.since.toISOString(), cancelsAt: endOf(standing) }
  }
}

const endOf = ({ cancelsAt }: { cancelsAt: Date | null }): string | null => cancelsAt?.toISOString() ?? null
