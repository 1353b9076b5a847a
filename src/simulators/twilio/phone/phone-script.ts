import type { AnsweredBy } from '../answered-by.ts'

/** What somebody on a phone waits for on the caller's side. */
export type Cue =
  /** The moment a key has been offered: "press 1", or "any key". With `key`, that one where the prompt names it. */
  | { kind: 'offer'; key?: string }
  /** A prompt that offers a key was said to its end, and nothing followed. */
  | { kind: 'asked' }
  /** A prompt begins that asks for nothing more. */
  | { kind: 'goodbye' }
  /** These words were said; a regular expression, without regard to case. */
  | { kind: 'words'; pattern: string }
  /** The caller said something and has been silent for a second. */
  | { kind: 'caller-spoke' }
  /** The caller has been silent for that long. */
  | { kind: 'quiet'; seconds: number }

/** One thing that happens on the phone's side. Seconds are seconds on the line. */
export type Act =
  /** Without `seconds` at an ordinary pace. */
  | { does: 'says'; words: string; seconds?: number }
  | { does: 'presses'; keys: string }
  | { does: 'pauses'; seconds: number }
  | { does: 'beeps' }
  | { does: 'whistles' } // a fax
  | { does: 'hangs-up' }
  /** `orElse` happens where the cue does not come within `atMost` seconds. */
  | { does: 'waits'; until: Cue; atMost?: number; orElse?: Act[] }
  /** Without `times` until the call ends. */
  | { does: 'repeats'; acts: Act[]; times?: number }

/** What the provider's machine detection makes of a phone where it does not judge by what it hears. */
export interface Detection {
  /** The verdict that is given whatever was heard. */
  verdict?: AnsweredBy
  /** When it is given, in seconds after the pick-up. */
  at?: number
  /** How much later than it was known. */
  lateSeconds?: number
  /** How often it is posted: 0 for a verdict that never comes. Default 1. */
  times?: number
}

/** Everything that happens on a phone from the moment it is taken. */
export interface PhoneScript {
  acts: Act[]
  /** What goes on beside it: a television, somebody else in the room. */
  background?: Act[]
  detection?: Detection
}

export const says = (words: string, seconds?: number): Act =>
  seconds === undefined ? { does: 'says', words } : { does: 'says', words, seconds }
export const presses = (keys: string): Act => ({ does: 'presses', keys })
export const pauses = (seconds: number): Act => ({ does: 'pauses', seconds })
export const beeps: Act = { does: 'beeps' }
export const whistles: Act = { does: 'whistles' }
export const hangsUp: Act = { does: 'hangs-up' }
export const repeats = (acts: Act[], times?: number): Act =>
  times === undefined ? { does: 'repeats', acts } : { does: 'repeats', acts, times }

export const waits = (until: Cue, atMost?: number, orElse?: Act[]): Act => ({
  does: 'waits',
  until,
  ...(atMost === undefined ? {} : { atMost }),
  ...(orElse ? { orElse } : {}),
})
/** Waits until a key is offered; may interrupt the rest of the question. */
export const untilOffered = (key?: string): Act => waits(key === undefined ? { kind: 'offer' } : { kind: 'offer', key })
/** Waits until a question has been said to its end. */
export const untilAsked: Act = waits({ kind: 'asked' })
/** Waits until the caller begins to say goodbye. */
export const untilGoodbye: Act = waits({ kind: 'goodbye' })
