import type { AskedAfterwards } from '../consent/consent.ts'

/** What Cooee says and listens for at one moment of a call. A step is the name of a move in the provider's callbacks. */
export type MoveName =
  /** The first two seconds: listen, believe nothing. */
  | 'listen'
  /** Somebody asked us to wait. */
  | 'wait'
  /** A phone that screens calls asks who is calling: the answer, then silence until somebody takes it. */
  | 'screen'
  /** A machine speaks: listen to its end. */
  | 'hear_out'
  /** The greeting in a member's own voice; who is calling follows in Cooee's, in short where it was played and else in full. */
  | 'greet'
  /** Who is calling and that the call is recorded; the question follows once that has been said. */
  | 'announce'
  /** The first call to a number: who set it up, how often, and whether that is all right. */
  | 'consent'
  /** Key 9 to that: this phone is not rung for that family. */
  | 'declined'
  /** After an answer: whether the family may read the words, or calls may be recorded. */
  | 'ask_more'
  /** A short conversation in place of the first question; its first words say who is calling and name the keys. */
  | 'talk'
  | 'question'
  /** That there is a reminder, and the key to hear it: what it is about is for a person alone. */
  | 'offer'
  /** "Did you ask for help?" */
  | 'confirm_help'
  /** The message to a machine. */
  | 'message'
  /** An answer was taken: thanks, and two more seconds in which a request for help still counts. */
  | 'goodbye'
  /** Help was asked for: that the family is notified now. */
  | 'help_noted'
  /** The end without an answer. */
  | 'farewell'
  /** Key 9, or "stop calling me": how calls to this phone are stopped. */
  | 'refusal_offer'
  /** That was confirmed: this phone is not rung any more. */
  | 'refused'

/** What is said before the question of a move, by its reason. */
export type Lead =
  | 'introduction'
  | 'nothing_heard'
  | 'not_understood'
  | 'not_a_choice'
  /** The question was cut short by words that would answer it: it is asked once more, deaf to words until its end. */
  | 'cut_short'
  /** As `cut_short`, where the words were not understood: a television, for one. */
  | 'interrupted'
  /** Somebody has begun to speak: nothing is said, and the rest is listened for. */
  | 'go_on'
  /** "Hello?", "who is this?", "what?" */
  | 'who_is_calling'
  /** Words do not suffice where a machine may have said them. */
  | 'key_needed'
  /** They agreed to calls: thanks, and the question of the call. */
  | 'thanks'
  /** They asked us to stop recording. */
  | 'recording_stopped'
  /** They asked us to stop talks. */
  | 'talks_stopped'
  /** Of a goodbye to somebody who was never asked: how to stop the calls. */
  | 'mention_nine'

/**
 * Of a goodbye, what was answered; of a farewell, how it ended; of a message, how much of it is said; of what is asked after an
 * answer, its subject; of the offer to stop calls, what else can be stopped.
 */
export type About =
  | 'words'
  | 'recording'
  | 'conversation'
  | 'recording_and_conversation'
  | 'acknowledged'
  | 'not_yet'
  | 'no_answer'
  | 'not_understood'
  | 'may_need_help'
  | 'full'
  | 'short'
  | 'silent'

export interface Move {
  name: MoveName
  /** Counts the moves of an attempt, so that each answer belongs to one of them. */
  serial: number
  lead: Lead | null
  /** When it was handed to the provider, in milliseconds of our clock. */
  at: number
  /** The key that is repeated aloud; null where none was pressed. */
  key: string | null
  /** How long is listened after the last word, in seconds. */
  seconds: number
  about: About | null
  /** How long it takes to say, in words (`wordsSaid`); missing before it was handed over, and of releases before. */
  words?: number
}

/** Where the conversation of an attempt is, without its words. Kept with the attempt, so that a repeated callback is answered the same. */
export interface ConversationState {
  moves: Readonly<Record<string, Move>>
  /** Which step followed from which: the opening, the answer to a step, or the verdict of machine detection. */
  next: Readonly<Record<string, string>>
  /** Questions that were played to their end. */
  questionsHeard: number
  /** Questions asked once more that use up nothing: they were cut short, or answered by "hello?" and "what?". */
  repeats: number
  /** Questions in a row after which nothing was heard. */
  silences: number
  /** Pieces of a machine's greeting, requests to wait and rounds of screening that were listened through. */
  waits: number
  /** Answers to a question that were not understood. */
  notUnderstood: number
  /** A key was pressed after "If you are there, press 1": this proves a person, even if a machine is heard too. */
  isPersonByKey: boolean
  /** Words of an answering machine were heard. */
  isMachineByWords: boolean
  /** The phone asked who is calling. What detection says of it afterwards is about the screen. */
  isScreened: boolean
  /** Somebody may have asked for help. `after_beep`: a machine is silent then, so its verdict changes nothing. */
  uncertainHelp: 'open' | 'after_beep' | null
  /** The response was given in words, not by a key. */
  isAnsweredInWords: boolean
  /** Key 1 was pressed after the offer of a reminder. */
  isReminderAccepted: boolean
  /** Key 1 was pressed when they were asked whether calls are all right. */
  isConsented: boolean
  /** All was said to be well in a talk, in words: taken at once, and the talk went on. */
  isAnsweredInTalk: boolean
  /** The talk has ended, and the provider has what follows it: later turns can only ask for help. */
  isTalkOver: boolean
  /** What a person did in a talk so far: each has a step of its own in the transcript. */
  talkTurns: number
  /** It was said that the call is recorded. */
  isAnnounced: boolean
  /** The provider was asked to record. */
  isRecording: boolean
}

export const NEW_CONVERSATION: ConversationState = {
  moves: {},
  next: {},
  questionsHeard: 0,
  repeats: 0,
  silences: 0,
  waits: 0,
  notUnderstood: 0,
  isPersonByKey: false,
  isMachineByWords: false,
  isScreened: false,
  uncertainHelp: null,
  isAnsweredInWords: false,
  isReminderAccepted: false,
  isConsented: false,
  isAnsweredInTalk: false,
  isTalkOver: false,
  talkTurns: 0,
  isAnnounced: false,
  isRecording: false,
}

/** The name of a move in callbacks: "question 3". */
export const stepOf = ({ name, serial }: Pick<Move, 'name' | 'serial'>): string => `${name} ${serial}`

/** What is kept with an attempt, read back. An attempt of an earlier version has an empty object. */
export function conversationFrom(stored: object): ConversationState {
  return { ...NEW_CONVERSATION, ...stored }
}

/** Steps whose answers are about what took the line, not about the question: the transcript marks them. */
const BEFORE_QUESTION: readonly string[] = ['listen', 'wait', 'screen', 'hear_out', 'greet'] satisfies MoveName[]

/** Whether what was heard after this step came before the question. */
export function isBeforeQuestion(step: string): boolean {
  return BEFORE_QUESTION.includes(step.split(' ')[0] ?? '')
}

/** Whether a question listens to keys alone until it was said to its end, so that words after it surely answer it. */
export function isAskedDeaf({ lead }: Pick<Move, 'lead'>): boolean {
  return lead === 'cut_short' || lead === 'interrupted'
}

/** The subject of what is asked after an answer. */
export const askedMoreAbout = ({ about }: Pick<Move, 'about'>): AskedAfterwards =>
  about === 'recording' || about === 'conversation' ? about : 'words'

/** Whether an offer to stop all calls also names the key that stops this alone. */
export const stopsByKey = ({ about }: Pick<Move, 'about'>, what: 'recording' | 'conversation'): boolean =>
  about === what || about === 'recording_and_conversation'

/**
 * Whether the words of a reminder may be offered, or said once a person has accepted them by key. Words that the family writes
 * after the question was asked without any are not said in this call.
 */
export function mayHearReminder({ moves, isReminderAccepted }: ConversationState): boolean {
  return isReminderAccepted || !Object.values(moves).some(({ name }) => name === 'question')
}

/** Whether somebody was asked if calls are all right, and pressed neither key. */
export function isConsentOpen({ moves, isConsented }: ConversationState): boolean {
  const names = new Set(Object.values(moves).map(({ name }) => name))
  return names.has('consent') && !isConsented && !names.has('declined') && !names.has('refused')
}
