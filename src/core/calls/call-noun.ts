import type { AsksBy, CallType } from './call-vocabulary.ts'

const NOUNS: Record<CallType, string> = {
  daily_check_in: 'daily check-in',
  medication_reminder: 'medication reminder',
  wellness_check: 'wellness check',
  wake_up_call: 'wake-up call',
}

const TEXT_NOUNS: Record<CallType, string> = {
  daily_check_in: 'daily check-in text',
  medication_reminder: 'medication reminder text',
  wellness_check: 'wellness check text',
  wake_up_call: 'wake-up text',
}

/** What is needed of a call to name it in a sentence. */
export interface NamedCall {
  /** Null where its call is not known any more. */
  callType: CallType | null
  /** Of a catch-up call. */
  catchUpFor: Date | null
  /** Left out or null: by ringing. */
  asksBy?: AsksBy | null
}

/** What a call is named in a sentence, without an article. Only the account holder reads its type; a catch-up call is named so to everybody. */
export function callNoun({ callType, catchUpFor, asksBy }: NamedCall, { namesTypes }: { namesTypes: boolean }): string {
  const plain = asksBy === 'text' ? 'text' : 'call'
  if (catchUpFor !== null) return `catch-up ${plain}`
  if (!namesTypes || callType === null) return plain
  return (asksBy === 'text' ? TEXT_NOUNS : NOUNS)[callType]
}
