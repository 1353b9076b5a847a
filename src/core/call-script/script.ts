import type { Language } from '../languages/language.ts'

/** What Cooee says and waits for, free of any provider's markup. Texts are plain: the renderer escapes them. Without a `language` it is English. */
export type ScriptPart =
  | { kind: 'say'; text: string; language?: Language }
  /** Plays a recording. It is silent if the provider cannot fetch it, so the parts after it must work alone. */
  | { kind: 'play'; sound: PlayedSound }
  /**
   * Says `prompt` while already listening for a key or speech; falls through to the next part when nothing comes. A `sound` is
   * played before it, as `play` does.
   */
  | { kind: 'ask'; step: string; prompt: string; sound?: PlayedSound; listening?: Listening; language?: Language }
  /**
   * Records what is said after a tone, until hash or so many seconds; what follows from `step` then is asked for. Falls through to
   * the next part when nothing is said.
   */
  | { kind: 'record'; step: string; seconds: number }
  /** Goes on with whatever follows from this step. */
  | { kind: 'go_to'; step: string }
  /**
   * A talk with a model over the provider's relay, which says `greeting` first. When it is over the provider asks for what
   * follows from `step`.
   */
  | { kind: 'talk'; step: string; greeting: string }
  | { kind: 'hang_up' }

/** A recording as the provider fetches it. */
export interface PlayedSound {
  url: string
  /** How long it plays; 0 as long as the provider has not fetched it. */
  seconds: number
}

/** How a question is listened for. Left out: 8 seconds, keys and words, and silence falls through. */
export interface Listening {
  /** Of silence, counted from the end of the prompt. */
  seconds: number
  /** Whether words are heard, too; a key always is. */
  takesSpeech: boolean
  /** Whether silence is reported like an answer, as an empty one. */
  reportsSilence: boolean
  /** How many keys make an answer, ended early by hash or silence. Left out: one, and hash is a key like others. */
  mostKeys?: number
}
