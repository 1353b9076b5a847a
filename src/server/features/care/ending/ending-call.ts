import type { CallType } from '#core/calls/call-vocabulary.ts'

/** What is needed of a call to end it and to write about it. */
export interface EndingCall {
  id: number
  accountId: number
  lovedOneId: number
  callType: CallType
  scheduledFor: Date
  name: string
  /** Set of a catch-up call. */
  catchUpFor?: Date | null
}
