import {
  ADVICE_ANSWER,
  computerAnswer,
  MONEY_ANSWER,
  medicalAnswer,
  PROMISE_ANSWER,
  REFUSED_ANSWER,
} from './fixed-words.ts'
import type { GuardReason } from './guards/guard-sentence.ts'
import type { TalkSubject } from './talk-subject.ts'

/** The fixed words that are said instead of a sentence that was refused. An emergency is the call's own to answer. */
export function insteadOf(reason: Exclude<GuardReason, 'emergency'>, subject: TalkSubject): string {
  switch (reason) {
    case 'promise':
      return PROMISE_ANSWER
    case 'medical':
      return medicalAnswer(subject)
    case 'advice':
      return ADVICE_ANSWER
    case 'money':
    case 'contact_details':
      return MONEY_ANSWER
    case 'claims_human':
      return computerAnswer(subject)
    case 'role_break':
    case 'too_long':
    case 'questions':
      return REFUSED_ANSWER
  }
}
