import type { CallType } from '../calls/call-vocabulary.ts'
import { type CallsUsed, refusedAsUsedUp } from './calls-used-up.ts'
import { mayUseCallType } from './may-use-call-type.ts'
import { ALLOWED, type Permission } from './permission.ts'
import type { Standing } from './standing.ts'

/** Whether a new call, one-off or recurring, may be scheduled. What is scheduled already is always placed. */
export function maySchedule(standing: Standing, callType: CallType, used: CallsUsed): Permission {
  const ofType = mayUseCallType(standing, callType, 'schedule new calls')
  if (!ofType.allowed) return ofType
  return refusedAsUsedUp(standing, used, 'New calls can be scheduled') ?? ALLOWED
}
