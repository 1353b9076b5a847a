import type { AddOnId } from './prices.ts'

/** How long a new account is free. */
export const TRIAL_DAYS = 14
/** How long calls go on after the account holder was notified that nothing covers them any more. */
export const LAPSE_NOTICE_DAYS = 7

const DAY_MS = 86_400_000

/** What is known of an account's trial and payments. */
export interface PlanFacts {
  /** Off: the operator charges nobody. */
  isBillingOn: boolean
  trialStartedAt: Date
  /** What the card provider said last; null for who never subscribed. */
  subscription: {
    status: 'active' | 'past_due' | 'ended'
    addOns: readonly AddOnId[]
    periodStart: Date
    periodEnd: Date
    /** When it ends because that was asked for. */
    cancelsAt: Date | null
    unpaidSince: Date | null
    endedAt: Date | null
  } | null
  /** When the account holder was notified that nothing covers the calls any more. */
  lapseNotifiedAt: Date | null
  /** Since when calls are really not placed. */
  suspendedAt: Date | null
}

export type LapseCause = 'trial_over' | 'ended' | 'past_due'

/** Where an account stands with its plan. */
export type Standing =
  /** No limits at all. */
  | { kind: 'off' }
  /** Of who never subscribed: a subscription that has ended leaves nothing of it. */
  | { kind: 'trial'; endsAt: Date }
  /** Paid for; `cancelsAt` when it will not be renewed. */
  | { kind: 'active'; addOns: readonly AddOnId[]; renewsAt: Date; cancelsAt: Date | null }
  /** Nothing covers the calls any more; they go on until `suspendsAt`. What is past due is still subscribed. */
  | { kind: 'past_due'; addOns: readonly AddOnId[]; since: Date; suspendsAt: Date; cancelsAt: Date | null }
  | { kind: 'lapsed'; cause: 'trial_over' | 'ended'; since: Date; suspendsAt: Date }
  /** The calls are not placed; nothing is deleted. `cancelsAt` of an unpaid subscription that was cancelled as well. */
  | { kind: 'suspended'; cause: LapseCause; since: Date; cancelsAt: Date | null }

/**
 * Where an account stands at `now`. An account is suspended when its calls are really not placed, and only if it was
 * notified seven days before: a lapse without a notice, for instance while Cooee was down or its mail was lost, keeps
 * the calls going.
 */
export function planStanding(facts: PlanFacts, now: Date): Standing {
  const { isBillingOn, subscription, lapseNotifiedAt, suspendedAt } = facts
  if (!isBillingOn) return { kind: 'off' }
  if (subscription?.status === 'active') {
    const { addOns, periodEnd, cancelsAt } = subscription
    return { kind: 'active', addOns, renewsAt: periodEnd, cancelsAt }
  }
  const notified = after(lapseNotifiedAt ?? now, LAPSE_NOTICE_DAYS)
  const suspendsAt = notified < now ? now : notified
  if (subscription?.status === 'past_due') {
    const { addOns, unpaidSince, periodStart, cancelsAt } = subscription
    if (suspendedAt) return { kind: 'suspended', cause: 'past_due', since: suspendedAt, cancelsAt }
    return { kind: 'past_due', addOns, since: unpaidSince ?? periodStart, suspendsAt, cancelsAt }
  }
  const endsAt = trialEndsAt(facts.trialStartedAt)
  if (!subscription && now < endsAt) return { kind: 'trial', endsAt }
  const cause = subscription ? 'ended' : 'trial_over'
  if (suspendedAt) return { kind: 'suspended', cause, since: suspendedAt, cancelsAt: null }
  return { kind: 'lapsed', cause, since: subscription?.endedAt ?? endsAt, suspendsAt }
}

/** The first instant after a trial. */
export function trialEndsAt(trialStartedAt: Date): Date {
  return after(trialStartedAt, TRIAL_DAYS)
}

/** Since when calls are counted against the month's 30: the paid month, or the trial. */
export function billingMonthStart({ subscription, trialStartedAt }: PlanFacts): Date {
  return subscription && subscription.status !== 'ended' ? subscription.periodStart : trialStartedAt
}

const after = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS)
