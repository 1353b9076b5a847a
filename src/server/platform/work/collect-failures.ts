import type { Logger } from '../health/logger.ts'

export interface CollectedFailures {
  /** Does one part; what fails is logged, and the next part can be done. Null where it failed. */
  attempt<Result>(
    work: () => Promise<Result>,
    message: string,
    facts?: Record<string, number | string>,
  ): Promise<Result | null>
  /** Throws when a part failed, so that the whole is retried and a person is notified of what keeps failing. */
  throwIfAny(): void
}

/** For work of many independent parts: one part that fails keeps no other waiting, and is not forgotten either. */
export function collectFailures(log: Pick<Logger, 'error'>): CollectedFailures {
  const failures: unknown[] = []
  return {
    async attempt(work, message, facts = {}) {
      try {
        return await work()
      } catch (error) {
        log.error({ err: error, ...facts }, message)
        failures.push(error)
        return null
      }
    },
    throwIfAny() {
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of its parts failed`)
    },
  }
}
