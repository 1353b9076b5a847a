import { formatDate } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'

const DAY_MS = 86_400_000
/** A trial is spoken of outside the Subscription screen only when so many days or fewer are left. */
export const LAST_TRIAL_DAYS = 3

/** "Mar 24, 2026", on the reader's own calendar. */
export function dayOf(instant: string): string {
  return formatDate(new Date(instant), viewerZone())
}

/** How many days a trial goes on; what is left of a day counts as one. */
export function trialDaysLeft(endsAt: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS))
}

/** "11 days" */
export function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
