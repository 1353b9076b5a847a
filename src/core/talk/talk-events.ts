import type { TalkTool } from './talk-tools.ts'

/** What the code made of a finished turn before a model is asked: the same judgement as outside of a talk. */
export interface Judged {
  /** The talk ends here: a key, help, a refusal, or words of a machine. The call's own script goes on. */
  endsTalk: boolean
  /** An answer stands, so that the plain question need not follow. */
  isAnswered: boolean
}

/** What happens in a talk, in the order in which the server sees it. Times in milliseconds of one clock. */
export type TalkEvent =
  /** The line is open, and the fixed first words are being spoken. */
  | { kind: 'opened'; at: number }
  /** A finished turn of the person, judged. */
  | { kind: 'said'; words: string; judged: Judged; at: number }
  /** A key; judged like words. */
  | { kind: 'pressed'; key: string; judged: Judged; at: number }
  /** They spoke or pressed while Cooee spoke: only `heard` of it reached them. */
  | { kind: 'interrupted'; heard: string; at: number }
  /** One whole sentence of the model's reply to the turn `to`. */
  | { kind: 'model_sentence'; to: number; text: string; at: number }
  | { kind: 'model_tool'; to: number; tool: TalkTool; at: number }
  | { kind: 'model_done'; to: number; at: number }
  /** Refused, broken off, not understood. */
  | { kind: 'model_failed'; to: number; reason: string; at: number }
  /** A timer that was asked for has run out. */
  | { kind: 'timer'; name: TalkTimer; at: number }
  /** Cooee has begun or stopped to speak. */
  | { kind: 'speaking'; isSpeaking: boolean; at: number }
  /** The person has begun or stopped to speak: the words follow. */
  | { kind: 'they_speak'; isSpeaking: boolean; at: number }
  /** The line to the provider is gone, or a frame was not understood. */
  | { kind: 'lost'; reason: string; at: number }

/** `filler`: no word of the model yet; `fallback`: still none; `silence`: the person says nothing; `limit`: the talk is as long as it may be. */
export type TalkTimer = 'filler' | 'fallback' | 'silence' | 'limit'

/** Why a talk ended. All but `person` go on with the call's own question, unless an answer stands. */
export type TalkEnd =
  | 'person'
  | 'finished'
  | 'time_over'
  | 'silence'
  | 'model_failed'
  | 'guard_refused'
  | 'line_lost'
  | 'switched_off'

/** What the server does next, in this order. */
export type TalkCommand =
  /** Speak. `by`: fixed words of ours, or the model's that passed the guards. `isLast` ends Cooee's turn. */
  | { kind: 'say'; text: string; by: 'fixed' | 'model'; isLast: boolean }
  /** Ask the model for the reply to the turn `to`; an older request is cancelled. */
  | { kind: 'ask_model'; to: number }
  | { kind: 'cancel_model' }
  | { kind: 'set_timer'; name: TalkTimer; ms: number }
  | { kind: 'clear_timer'; name: TalkTimer }
  /** The model heard a request for help: the call asks back with the fixed words, and it is reported if nobody answers. */
  | { kind: 'raise_help'; reason: string; to: number }
  /** Kept with the talk for the family, with the turn it rests on. */
  | { kind: 'note'; topic: string; words: string; to: number }
  /** End the talk once what was said has been spoken; the call goes on with its own script. */
  | { kind: 'end'; reason: TalkEnd }
