import type { Response } from '../call-policy/attempt-outcome.ts'
import { answerScript, askAgainScript, type Heard } from './answer.ts'
import { openingScript, type ScriptPart, type ScriptSubject } from './script.ts'

/** A question whose answer made no sense is asked once more under this name. */
export const ASKED_AGAIN = 'again'

/** One answer within an attempt. */
export interface Answer {
  /** The name of the question. */
  step: string
  heard: Heard
  /** What it meant; null when that cannot be told. */
  response: Response | null
}

/**
 * What is said next, after the answers so far: the question; what was understood, aloud; or, once, that it was not, and the
 * question again. A second answer that makes no sense ends the call.
 */
export function nextScript(subject: ScriptSubject, answers: readonly Answer[]): ScriptPart[] {
  const last = answers.at(-1)
  if (!last) return openingScript(subject)
  if (last.response) return answerScript(subject, last.heard, last.response)
  if (last.step !== ASKED_AGAIN) return askAgainScript(subject.callType, last.heard, ASKED_AGAIN)
  return [{ kind: 'say', text: 'Sorry, I could not understand that. Goodbye.' }, { kind: 'hang_up' }]
}
