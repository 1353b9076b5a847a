import type { CallType } from '../calls/call-vocabulary.ts'

/** What Cooee says and waits for, free of any provider's markup. Texts are plain: whoever renders them escapes them. */
export type ScriptPart =
  | { kind: 'say'; text: string }
  /** Says `prompt` while already listening for a key or speech; falls through to the next part when nothing comes. */
  | { kind: 'ask'; step: string; prompt: string; listening?: Listening }
  /** Goes on with whatever follows from this step. */
  | { kind: 'go_to'; step: string }
  | { kind: 'hang_up' }

/** How a question is listened for. Left out: 8 seconds, keys and words, and silence falls through. */
export interface Listening {
  /** Of silence, counted from the end of the prompt. */
  seconds: number
  /** Whether words are heard, too; a key always is. */
  hearsWords: boolean
  /** Whether silence is reported like an answer, as an empty one. */
  reportsSilence: boolean
}

export interface ScriptSubject {
  callType: CallType
  /** Who is rung. */
  name: string
  /** Who asked for the call; null when the account holder gave no name. */
  askedBy: string | null
  /** Whether this very call is recorded. */
  isRecorded: boolean
  /** Whether "not yet" is followed by another call; left out, it is. */
  isCalledAgain?: boolean
}

/** Said in every call that is recorded, and in no other. */
const RECORDED = 'This call is recorded for your family.'

/**
 * The whole call up to the first answer: the prompt, the prompt once more, and a goodbye. Whoever is recorded is told so
 * before anything is asked.
 */
export function openingScript(subject: ScriptSubject): ScriptPart[] {
  const who = `Hello ${subject.name}. This is Cooee, calling for ${subject.askedBy ?? 'your family'}.`
  const greeting = subject.isRecorded ? `${who} ${RECORDED}` : who
  const question = questionOf(subject.callType)
  return [
    { kind: 'ask', step: 'first', prompt: `${greeting} ${question}` },
    { kind: 'ask', step: 'second', prompt: `Sorry, I did not catch that. ${question}` },
    { kind: 'say', text: 'I did not hear an answer. Goodbye.' },
    { kind: 'hang_up' },
  ]
}

/** The question alone. No health detail is in it: nobody has said yet who they are. */
export function questionOf(callType: CallType): string {
  switch (callType) {
    case 'daily_check_in':
      return 'This is your daily check-in. Press 1 if all is well. Press 2 if you would like help.'
    case 'wellness_check':
      return 'This is your wellness check. Press 1 if all is well. Press 2 if you would like help.'
    case 'medication_reminder':
      return 'This is your reminder. Press 1 if it is done. Press 2 if not yet. Press 3 if there is a problem.'
    case 'wake_up_call':
      return 'Good morning. This is your wake-up call. Press any key to say you are awake.'
  }
}

/**
 * Left on an answering machine: who rang, and nothing about anybody's health. It listens all the same: detection is a hint,
 * and a person who was taken for a machine can still press a key. The opening has said already whether it is recorded.
 */
export function voicemailScript({ name, askedBy }: ScriptSubject): ScriptPart[] {
  const message = `Hello, this is Cooee with a call for ${name} from ${askedBy ?? 'their family'}.`
  return [
    {
      kind: 'ask',
      step: 'voicemail',
      prompt: `${message} If you are there, please press 1. You can also ring this number back at any time.`,
    },
    { kind: 'say', text: 'Goodbye.' },
    { kind: 'hang_up' },
  ]
}
