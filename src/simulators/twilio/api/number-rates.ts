import type { Ledger } from '../ledger.ts'
import { ApiError } from './api-error.ts'

const SECOND_MS = 1_000
/** So many may come early in a second because one before was delayed on its way. */
const DELAYED = 1

/** Whether a number belongs to the account. An account without any numbers takes every one. */
export function isOurs(ledger: Ledger, number: string): boolean {
  return ledger.numbers.withKey(number).length > 0 || ledger.numbers.all().length === 0
}

/**
 * Refuses a call beyond the rate of the number that it comes from. The provider would queue it for up to hours; here it
 * is an error, so that no test passes by hurrying.
 */
export function numberRates(
  callsPerSecond: number,
  onRefused: (from: string) => void,
  nowMs: () => number = () => performance.now(),
) {
  const placed = new Map<string, number[]>()
  return (from: string): void => {
    const now = nowMs()
    const lately = (placed.get(from) ?? []).filter((at) => at > now - SECOND_MS)
    if (lately.length >= callsPerSecond + DELAYED) {
      onRefused(from)
      throw new ApiError('tooManyRequests', 'Too many requests')
    }
    placed.set(from, [...lately, now])
  }
}
