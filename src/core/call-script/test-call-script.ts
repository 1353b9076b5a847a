import type { Response } from '../call-policy/attempt-outcome.ts'
import type { CallType } from '../calls/call-vocabulary.ts'
import { question } from '../conversation/script/phrases.ts'
import { meaningOf } from '../understanding/meaning-of.ts'
import { type Heard, keyAloud, understoodAnswer } from './answer.ts'
import type { ScriptPart } from './script.ts'

/** What a test call says: words of the admin's own, or what calls of that type ask. */
export interface TestCallSubject {
  callType: CallType
  promptText: string | null
}

/** The person who picks up must know that it is a test, and that it is recorded, before anything else is said. */
const ANNOUNCEMENT = 'This is a test call from Cooee. It is recorded.'
const NOBODY_IS_NOTIFIED = 'This is a test, so nobody is told. Goodbye.'

/** The whole call up to the first answer. */
export function testCallScript(subject: TestCallSubject): ScriptPart[] {
  const words = wordsOf(subject)
  return [
    // Outside of the question: somebody who says hello does not cut it short.
    { kind: 'say', text: ANNOUNCEMENT },
    { kind: 'ask', step: 'first', prompt: words },
    { kind: 'ask', step: 'second', prompt: `Once more. ${words}` },
    { kind: 'say', text: 'I did not hear an answer. The test is over. Goodbye.' },
    { kind: 'hang_up' },
  ]
}

/** What is asked once more when somebody says hello instead of answering; null where it was an answer, or asked before. */
export function testCallAgain(subject: TestCallSubject, step: string, heard: Heard): ScriptPart[] | null {
  const meaning = heard.keys === '' ? meaningOf(heard.speech) : null
  const isGreeting = meaning === 'greeting' || meaning === 'pardon' || meaning === 'who_is_it'
  if (!isGreeting || step === ASKED_AGAIN) return null
  return [
    { kind: 'ask', step: ASKED_AGAIN, prompt: `${ANNOUNCEMENT} ${wordsOf(subject)}` },
    { kind: 'say', text: 'I did not hear an answer. The test is over. Goodbye.' },
    { kind: 'hang_up' },
  ]
}

const ASKED_AGAIN = 'again'
const wordsOf = ({ promptText, callType }: TestCallSubject): string => promptText ?? question(callType)

/** What is said back: the key, and what it would mean in a call of that type. */
export function testCallReply({ callType, promptText }: TestCallSubject, heard: Heard): ScriptPart[] {
  const meaning = promptText === null ? inWords(understoodAnswer(callType, heard, [], 'en-AU')) : ''
  const heardAloud = keyAloud(heard) || (heard.speech ? 'I heard you. ' : '')
  return [{ kind: 'say', text: `${heardAloud}${meaning}${NOBODY_IS_NOTIFIED}` }, { kind: 'hang_up' }]
}

function inWords(response: Response | null): string {
  switch (response) {
    case 'acknowledged':
      return 'In a real call that means that all is well. '
    case 'help':
      return 'In a real call that asks for help. '
    case 'not_yet':
      return 'In a real call that means not yet. '
    case null:
      return 'In a real call that is none of the choices. '
  }
}
