import { backOffMs } from '#core/back-off.ts'

/** The clocks of two machines differ a little: what one has just made due is due for the other. */
export const CLOCK_MARGIN_MS = 1_000
/** How often a recording that the provider does not know is asked for again: two days in all. */
export const MAX_PAUSES = 18
/** With the pauses between: after some eight minutes somebody has to know. */
export const TRIES_BEFORE_REPORT = 6

/**
 * How long to wait after that many failed tries. Work that must not be given up is retried every six hours from then
 * on.
 */
export function pauseAfter(tries: number): number {
  return backOffMs(tries, { shortestMs: 15_000, longestMs: 6 * 3_600_000 })
}
