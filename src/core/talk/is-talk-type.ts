import type { CallType } from '../calls/call-vocabulary.ts'

const TALK_TYPES: readonly string[] = ['daily_check_in', 'wellness_check'] satisfies CallType[]

/** Whether calls of this kind may be a talk: those that ask how somebody is. */
export const isTalkType = (callType: string): boolean => TALK_TYPES.includes(callType)
