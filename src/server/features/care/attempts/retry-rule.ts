import { isWakingHour } from '#core/calls/waking-hours.ts'
import type { CareDeps } from '../deps.ts'
import type { OpenAttempt } from './attempt-state.ts'

/**
 * How often the loved one is dialled in all and how long is waited in between: as set for them, or as the operator has it.
 * A catch-up call is not tried again outside of waking hours.
 */
export function retryRule(
  { retryDefaults, clock }: Pick<CareDeps, 'retryDefaults' | 'clock'>,
  { retryAttempts, retryDelayMinutes, catchUpFor, timezone }: OpenAttempt,
): { maxAttempts: number; retryDelaySeconds: number } {
  const retryDelaySeconds = retryDelayMinutes === null ? retryDefaults.retryDelaySeconds : retryDelayMinutes * 60
  const nextTry = new Date(clock.now().getTime() + retryDelaySeconds * 1000)
  const isTooLate = catchUpFor !== null && !isWakingHour(nextTry, timezone)
  return { maxAttempts: isTooLate ? 1 : 1 + (retryAttempts ?? retryDefaults.retryAttempts), retryDelaySeconds }
}

/** Whether another try follows if this attempt came to nothing. */
export function isTriedAgain(deps: Pick<CareDeps, 'retryDefaults' | 'clock'>, attempt: OpenAttempt): boolean {
  const { cancelledAt, attemptsMade, notYetCount, uncountedTries } = attempt
  const counted = attemptsMade - notYetCount - uncountedTries
  return cancelledAt === null && counted < retryRule(deps, attempt).maxAttempts
}
