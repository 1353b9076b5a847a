import type { Response } from '../call-policy/attempt-outcome.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { meaningOf } from '../understanding/meaning-of.ts'
import { spokenDigit } from '../understanding/spoken-digit.ts'
import { questionOf, type ScriptPart, type ScriptSubject } from './script.ts'

/** What came back from a question: keys pressed, or words heard, or neither. */
export interface Heard {
  keys: string
  speech: string
}

/**
 * What a person meant, or null when it cannot be told. A key is the proof of a person, and a digit that is said counts like it. Of what was heard, a request for
 * help beats every reassurance beside it, what sounds like an answering machine is no answer at all, and only words that
 * answer the question and leave nothing open count: a greeting does not, since machines greet, and so do people who have
 * not listened yet. `names` are those that say nothing: "fine thanks, Robyn".
 */
export function understoodAnswer(
  callType: CallType,
  { keys, speech }: Heard,
  names: readonly string[] = [],
): Response | null {
  const key = keys.trim().at(-1) ?? spokenDigit(speech, names)
  if (key) return meaningOfKey(callType, key)
  const meaning = meaningOf(speech, names)
  switch (meaning) {
    case null:
    case 'who_is_it':
    case 'pardon':
    case 'greeting':
      return null
    case 'help':
      return 'help'
    case 'no':
      return callType === 'medication_reminder' ? 'not_yet' : null
    case 'not_yet':
      return callType === 'medication_reminder' ? 'not_yet' : null
    case 'taken':
      return callType === 'medication_reminder' ? 'acknowledged' : null
    case 'yes':
    case 'fine':
      // Who is fine has not said that it is done.
      return callType === 'medication_reminder' ? null : 'acknowledged'
  }
}

function meaningOfKey(callType: CallType, key: string): Response | null {
  switch (callType) {
    case 'wake_up_call':
      return 'acknowledged'
    case 'medication_reminder':
      return key === '1' ? 'acknowledged' : key === '2' ? 'not_yet' : key === '3' ? 'help' : null
    case 'daily_check_in':
    case 'wellness_check':
      return key === '1' ? 'acknowledged' : key === '2' ? 'help' : null
  }
}

/** What is said back, so that the person knows what was understood. */
export function answerScript(subject: ScriptSubject, heard: Heard, response: Response): ScriptPart[] {
  return [{ kind: 'say', text: keyAloud(heard) + closing(subject, response) }, { kind: 'hang_up' }]
}

/** "You pressed 1. ", or nothing when no key was. */
export function keyAloud({ keys }: Heard): string {
  const key = keys.trim().at(-1)
  return key ? `You pressed ${key === '#' ? 'hash' : key === '*' ? 'star' : key}. ` : ''
}

function closing({ callType, isCalledAgain = true }: ScriptSubject, response: Response): string {
  switch (response) {
    case 'help':
      return 'Thank you for telling me. I am letting your family know right now. In an emergency, hang up and call triple zero.'
    case 'not_yet':
      return isCalledAgain
        ? 'Thank you. I will call you again in 15 minutes. Goodbye.'
        : 'Thank you for telling me. Goodbye.'
    case 'acknowledged':
      return callType === 'wake_up_call' ? 'Thank you. Have a good day. Goodbye.' : 'Thank you. Goodbye.'
  }
}

/**
 * After an answer that made no sense: that it did not, the question once more, then goodbye. `step` names the question
 * asked again.
 */
export function askAgainScript(callType: CallType, heard: Heard, step: string): ScriptPart[] {
  const pressed = keyAloud(heard)
  const sorry = pressed ? `${pressed}That is not one of the choices.` : 'Sorry, I did not understand that.'
  return [
    { kind: 'ask', step, prompt: `${sorry} ${questionOf(callType)}` },
    { kind: 'say', text: 'I did not hear an answer. Goodbye.' },
    { kind: 'hang_up' },
  ]
}
