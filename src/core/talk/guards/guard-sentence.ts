/** Why a sentence of the model is not spoken. */
export type GuardReason =
  | 'promise'
  | 'medical'
  | 'advice'
  | 'money'
  | 'contact_details'
  | 'emergency'
  | 'claims_human'
  | 'role_break'
  | 'too_long'
  | 'questions'

/** What a guard knows beside the sentence. */
export interface GuardContext {
  /** Of who is called, who asked for the call and their family: they count as people. */
  names: readonly string[]
  /** What the person has said so far, the last turn last. */
  said: readonly string[]
}

/** Why a sentence of the model must not be spoken, or null. */
export function guardSentence(_text: string, _context: GuardContext): GuardReason | null {
  return null
}
