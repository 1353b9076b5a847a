import type { CallType } from '#core/calls/call-vocabulary.ts'
import { catchUpDialBy } from '#core/calls/catch-up.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { isWakingHour } from '#core/calls/waking-hours.ts'
import type { CareDeps } from '../deps.ts'
import type { LockedAttempt } from './attempt-state.ts'

/** How often the loved one is dialled and the wait between, by their settings or the operator's; a catch-up call only in waking hours, a rehearsal once. */
export function retryRule(
  { retryDefaults, clock }: Pick<CareDeps, 'retryDefaults' | 'clock'>,
  { retryAttempts, retryDelayMinutes, catchUpFor, isRehearsal, timezone }: LockedAttempt,
): { maxAttempts: number; retryDelaySeconds: number } {
  const retryDelaySeconds = retryDelayMinutes === null ? retryDefaults.retryDelaySeconds : retryDelayMinutes * 60
  const nextTry = new Date(clock.now().getTime() + retryDelaySeconds * 1000)
  const isTooLate = isRehearsal || (catchUpFor !== null && !isWakingHour(nextTry, timezone))
  return { maxAttempts: isTooLate ? 1 : 1 + (retryAttempts ?? retryDefaults.retryAttempts), retryDelaySeconds }
}

/** Whether another try follows if this attempt is not answered. */
export function isTriedAgain(deps: Pick<CareDeps, 'retryDefaults' | 'clock'>, attempt: LockedAttempt): boolean {
  const { cancelledAt, triesMade, notYetCount, uncountedTries } = attempt
  const counted = triesMade - notYetCount - uncountedTries
  return cancelledAt === null && counted < retryRule(deps, attempt).maxAttempts
}

/**
 * Until when a further dial of a call that is due at `dialAt` may be made: its grace period, and for a catch-up call
 * 21:00.
 */
export function dialByOf(call: { callType: CallType; catchUpFor: Date | null; timezone: string }, dialAt: Date): Date {
  return call.catchUpFor === null ? dialBy(call.callType, dialAt) : catchUpDialBy(dialAt, call.timezone)
}

/** A dial due at the very end would run a moment late, after the grace period. */
const BEFORE_END_MS = 5_000

/** When the last try is due of a call that may be dialled until `dialBy`. */
export function lastDialAt(dialBy: Date): Date {
  return new Date(dialBy.getTime() - BEFORE_END_MS)
}
