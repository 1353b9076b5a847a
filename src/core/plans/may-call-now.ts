import { type CallsUsed, refusedAsUsedUp } from './calls-used-up.ts'
import { refusedAsNotCovered } from './not-covered.ts'
import { ALLOWED, type Permission } from './permission.ts'
import type { Standing } from './standing.ts'

/** Whether a call may be started now: one that is brought forward, or an extra one beside a recurring schedule. */
export function mayCallNow(standing: Standing, used: CallsUsed): Permission {
  return (
    refusedAsNotCovered(standing, 'start a call now') ??
    refusedAsUsedUp(standing, used, 'Calls can be started again') ??
    ALLOWED
  )
}
