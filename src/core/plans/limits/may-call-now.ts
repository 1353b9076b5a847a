import type { Standing } from '../standing.ts'
import { refusedAsNotCovered } from './not-covered.ts'
import { ALLOWED, type Permission } from './permission.ts'

/**
 * Whether a call may be started now: one that is brought forward, or an extra one beside a recurring schedule. It counts among the calls of
 * the month and is never refused for their number: somebody is worried. Its hourly quota is asked elsewhere.
 */
export function mayCallNow(standing: Standing): Permission {
  return refusedAsNotCovered(standing, 'start a call now') ?? ALLOWED
}
