import type { CallType } from './call-vocabulary.ts'

const NOUNS: Record<CallType, string> = {
  daily_check_in: 'daily check-in',
  medication_reminder: 'medication reminder',
  wellness_check: 'wellness check',
  wake_up_call: 'wake-up call',
}

/** What is needed of a call to name it in a sentence. */
export interface NamedCall {
  /** Null where its call is not known any more. */
  callType: CallType | null
  /** Of a catch-up call. */
  catchUpFor: Date | null
}

/** What a call is named in a sentence, without an article. Only the account holder reads its type; a catch-up call is named so to everybody. */
export function callNoun({ callType, catchUpFor }: NamedCall, { namesTypes }: { namesTypes: boolean }): string {
  if (catchUpFor !== null) return 'catch-up call'
  return namesTypes && callType !== null ? NOUNS[callType] : 'call'
}
