import type { Standing } from '../standing.ts'
import { refusedAsNotCovered } from './not-covered.ts'
import { ALLOWED, type Permission } from './permission.ts'

/** Whether a call may be started now. It counts in the month and is never refused for its number of calls: somebody is worried. */
export function mayCallNow(standing: Standing): Permission {
  return refusedAsNotCovered(standing, 'start a call now') ?? ALLOWED
}
