import type { CallType } from '#core/calls/call-vocabulary.ts'

/** The columns of a call that are needed to end it and to write about it. */
export interface EndingCall {
  id: number
  accountId: number
  lovedOneId: number
  callType: CallType
  scheduledFor: Date
  name: string
  /** Set for a catch-up call. */
  catchUpFor?: Date | null
}
