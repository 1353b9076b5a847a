import type { LapseCause, Standing } from './standing.ts'

const DAY_MS = 86_400_000
/** How long before its end a trial is announced. */
export const TRIAL_NOTICE_DAYS = 3
/** How long before a suspension it is announced again. */
export const SUSPENSION_NOTICE_DAYS = 2

/** The step for an account whose trial or payment runs out, or was settled. */
export type LapseStep =
  | { kind: 'notify_trial_ending'; endsAt: Date }
  | { kind: 'notify_lapse'; cause: LapseCause }
  | { kind: 'notify_suspension_near'; cause: LapseCause; suspendsAt: Date }
  | { kind: 'suspend'; cause: LapseCause }
  | { kind: 'lift' }

/** The step that is due at `now`; null without one. The caller knows whether a notice was given already. */
export function lapseStep(
  standing: Standing,
  { lapseNotifiedAt, suspendedAt }: { lapseNotifiedAt: Date | null; suspendedAt: Date | null },
  now: Date,
): LapseStep | null {
  const isWithin = (days: number, instant: Date) => instant.getTime() - now.getTime() <= days * DAY_MS
  switch (standing.kind) {
    case 'off':
    case 'active':
      return lapseNotifiedAt || suspendedAt ? { kind: 'lift' } : null
    case 'trial': {
      const { endsAt } = standing
      if (lapseNotifiedAt || suspendedAt) return { kind: 'lift' }
      return isWithin(TRIAL_NOTICE_DAYS, endsAt) ? { kind: 'notify_trial_ending', endsAt } : null
    }
    case 'past_due':
    case 'lapsed': {
      const cause = standing.kind === 'past_due' ? 'past_due' : standing.cause
      const { suspendsAt } = standing
      if (!lapseNotifiedAt) return { kind: 'notify_lapse', cause }
      if (suspendsAt <= now) return { kind: 'suspend', cause }
      return isWithin(SUSPENSION_NOTICE_DAYS, suspendsAt) ? { kind: 'notify_suspension_near', cause, suspendsAt } : null
    }
    case 'suspended':
      return null
  }
}
