import type { CallType } from '../calls/call-vocabulary.ts'

/** Whether calls of this kind may be a talk: those that ask how somebody is. */
export const isTalkType = (callType: CallType): boolean =>
  callType === 'daily_check_in' || callType === 'wellness_check'
