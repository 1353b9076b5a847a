import type { CallType } from '../../calls/call-vocabulary.ts'
import { type MonthOfBooking, mayBook } from '../calls-booked.ts'
import type { Standing } from '../standing.ts'
import { mayUseCallType } from './may-use-call-type.ts'
import type { Permission } from './permission.ts'

/** Whether a new call, one-off or recurring, may be scheduled in its month. What is scheduled already is always placed. */
export function maySchedule(standing: Standing, callType: CallType, month: MonthOfBooking): Permission {
  const ofType = mayUseCallType(standing, callType, 'schedule new calls')
  if (!ofType.allowed) return ofType
  return mayBook(standing, month)
}
