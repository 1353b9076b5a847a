import type { CallType } from '../calls/call-vocabulary.ts'
import type { Language } from '../languages/language.ts'

const TALK_TYPES: readonly string[] = ['daily_check_in', 'wellness_check'] satisfies CallType[]

/** Whether calls of this kind may be a talk: those that ask how somebody is. */
export const isTalkType = (callType: string): boolean => TALK_TYPES.includes(callType)

/** The one language of talks: models and the guards over them are tried in no other. Everybody else is asked the plain question. */
export const TALK_LANGUAGE = 'en-AU' satisfies Language
