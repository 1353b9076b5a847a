import type { CallType } from '../calls/call-vocabulary.ts'

/** What a talk knows of its call. */
export interface TalkSubject {
  name: string
  askedBy: string
  callType: CallType
  isRecorded: boolean
  localHour: number
  topics: string[]
}
