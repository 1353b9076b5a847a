import type { CallType } from './call-vocabulary.ts'

/** The order in which calls that are due together are dialled: nobody waits for a tablet or a check-in behind a thousand wake-up calls. */
export const DISPATCH_ORDER = [
  'medication_reminder',
  'daily_check_in',
  'wellness_check',
  'wake_up_call',
] as const satisfies readonly CallType[]

/** 0 is dialled first. */
export function dispatchRank(callType: CallType): number {
  return DISPATCH_ORDER.indexOf(callType)
}
