import type { OpenAttempt } from './attempt-state.ts'
import type { CareDeps } from './deps.ts'

/** How often the loved one is dialled in all and how long is waited in between: as set for them, or as the operator has it. */
export function retryRule(
  { retryDefaults }: Pick<CareDeps, 'retryDefaults'>,
  { retryAttempts, retryDelayMinutes }: Pick<OpenAttempt, 'retryAttempts' | 'retryDelayMinutes'>,
): { maxAttempts: number; retryDelaySeconds: number } {
  return {
    maxAttempts: 1 + (retryAttempts ?? retryDefaults.retryAttempts),
    retryDelaySeconds: retryDelayMinutes === null ? retryDefaults.retryDelaySeconds : retryDelayMinutes * 60,
  }
}

/** Whether another try follows if this attempt came to nothing. */
export function isTriedAgain(deps: Pick<CareDeps, 'retryDefaults'>, attempt: OpenAttempt): boolean {
  const { cancelledAt, attemptsMade, notYetCount, uncountedTries } = attempt
  const counted = attemptsMade - notYetCount - uncountedTries
  return cancelledAt === null && counted < retryRule(deps, attempt).maxAttempts
}
