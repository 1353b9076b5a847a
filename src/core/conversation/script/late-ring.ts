import type { ScriptPart } from '../../call-script/script.ts'
import { inLanguage } from '../../languages/in-language.ts'
import { phrase } from '../../languages/wording.ts'
import { shortIntroduction, wordingOfSubject } from './phrases.ts'
import { askerOf, calledName, type SpokenSubject } from './spoken-subject.ts'

/** Said to the person who picks up a call whose loved one was removed while it was queued or rang. */
export const NOTHING_TO_DO: readonly ScriptPart[] = [
  { kind: 'say', text: 'Hello. This is Cooee. What we rang about is over, and you need not do anything. Goodbye.' },
  { kind: 'hang_up' },
]

/** Said to somebody who picks up a call of which nothing is known any more, since the database has failed over. */
export const LOST_RING: readonly ScriptPart[] = [
  {
    kind: 'say',
    text: 'Hello. This is Cooee. Something went wrong on our side, and we have lost what we rang about. If someone is in danger, call triple zero. Goodbye.',
  },
  { kind: 'hang_up' },
]

/**
 * Said to somebody who picks up a call that was given up long before: the provider has kept it waiting. No question is
 * asked any more, since an answer would come too late for what people have read meanwhile. Not a word about
 * what the call was for: a machine may be listening.
 */
export function lateRingScript(subject: SpokenSubject): readonly ScriptPart[] {
  return nothingToDo(subject, 'calls.ringsLate')
}

/** Said to somebody who picks up in the moment in which the call is cancelled: nothing is asked, and they are not left wondering. */
export function cancelledRingScript(subject: SpokenSubject): readonly ScriptPart[] {
  return nothingToDo(subject, 'calls.ringsCancelled')
}

function nothingToDo(subject: SpokenSubject, why: 'calls.ringsLate' | 'calls.ringsCancelled'): readonly ScriptPart[] {
  const wording = wordingOfSubject(subject)
  return inLanguage(wording.language, [
    {
      kind: 'say',
      text: [
        phrase(wording, 'calls.hello', { name: calledName(subject) }),
        shortIntroduction(subject),
        phrase(wording, why),
        phrase(wording, 'calls.ringBackAnyTime', { asker: askerOf(subject) }),
        phrase(wording, 'calls.goodbye'),
      ].join(' '),
    },
    { kind: 'hang_up' },
  ])
}
