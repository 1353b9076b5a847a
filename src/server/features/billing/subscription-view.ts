import type { Subscription } from '#contract/billing.ts'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { billingMonthStart, planStanding, type Standing } from '#core/plans/standing.ts'
import type { BillingDeps } from './deps.ts'
import { planFactsOf } from './plan-facts.ts'

/** What an account may use, and how much of it is used. */
export async function viewSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'isBillingOn'>,
  accountId: number,
): Promise<Subscription> {
  const { db, clock, isBillingOn } = deps
  const facts = await planFactsOf(db, accountId, { isBillingOn })
  const since = billingMonthStart(facts)
  const { calls, lovedOnes } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('calls')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('startedAt', '>=', since)
        .as('calls'),
      eb
        .selectFrom('lovedOnes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .as('lovedOnes'),
    ])
    .executeTakeFirstOrThrow()
  return {
    standing: presentStanding(planStanding(facts, clock.now())),
    usage: {
      calls: calls ?? 0,
      since: since.toISOString(),
      lovedOnes: lovedOnes ?? 0,
      callsPerMonth: isBillingOn ? BASIC_PLAN.callsPerMonth : null,
      lovedOnesAtMost: isBillingOn ? BASIC_PLAN.lovedOnes : null,
    },
  }
}

function presentStanding(standing: Standing): Subscription['standing'] {
  switch (standing.kind) {
    case 'off':
      return standing
    case 'trial':
      return { ...standing, endsAt: standing.endsAt.toISOString() }
    case 'active': {
      const { addOns, renewsAt, cancelsAt } = standing
      const cancels = cancelsAt?.toISOString() ?? null
      return { kind: 'active', addOns: [...addOns], renewsAt: renewsAt.toISOString(), cancelsAt: cancels }
    }
    case 'past_due': {
      const { addOns, since, suspendsAt } = standing
      return { kind: 'past_due', addOns: [...addOns], since: since.toISOString(), suspendsAt: suspendsAt.toISOString() }
    }
    case 'lapsed':
      return { ...standing, since: standing.since.toISOString(), suspendsAt: standing.suspendsAt.toISOString() }
    case 'suspended':
      return { ...standing, since: standing.since.toISOString() }
  }
}
