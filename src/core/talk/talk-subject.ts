import type { CallType } from '../calls/call-vocabulary.ts'

/** What has to be known of a call to talk in it. */
export interface TalkSubject {
  /** What she is called on the phone: "Margaret". */
  name: string
  /** Who asked for the call: "Robyn Hartley"; null when the account holder gave no name. */
  askedBy: string | null
  callType: CallType
  /** Whether the call is recorded, which is said first. */
  isRecorded: boolean
  /** Who is calling, and that the call is recorded, was said right before. */
  isIntroduced: boolean
  /** The hour on her own clock, 0 to 23. */
  localHour: number
  /** What the family let us remember: "her garden". */
  topics: readonly string[]
}
