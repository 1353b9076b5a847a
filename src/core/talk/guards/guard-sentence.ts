import { claimsToBeHuman } from './claims-human.ts'
import { isAdvice } from './directives.ts'
import { pretendsToRemember } from './memories.ts'
import { predicts } from './predictions.ts'
import { isPromise } from './promises/promises.ts'
import { breaksRole } from './role-breaks.ts'
import { sentenceOf } from './sentence/sentence.ts'
import { hasContactDetails } from './subjects/contact-details.ts'
import { isAboutEmergency } from './subjects/emergencies.ts'
import { isMedical } from './subjects/health.ts'
import { isAboutMoney } from './subjects/money.ts'

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

/**
 * Why a sentence of the model must not be spoken, or null. The guards read what a sentence does (who does what, and when)
 * and let through what they know to be talk, so that a verb that nobody thought of is refused, not spoken.
 */
export function guardSentence(text: string, { names, said }: GuardContext): GuardReason | null {
  if ((text.match(/[?？]+/g)?.length ?? 0) > 1) return 'questions'
  const sentence = sentenceOf(text, names)
  if (breaksRole(sentence, said, names)) return 'role_break'
  if (isAboutEmergency(sentence)) return 'emergency'
  if (isMedical(sentence, said)) return 'medical'
  if (isAboutMoney(sentence)) return 'money'
  if (hasContactDetails(sentence)) return 'contact_details'
  if (isPromise(sentence)) return 'promise'
  if (claimsToBeHuman(sentence)) return 'claims_human'
  if (predicts(sentence)) return 'promise'
  if (pretendsToRemember(sentence)) return 'role_break'
  return isAdvice(sentence) ? 'advice' : null
}
