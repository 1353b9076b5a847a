import type { Language } from '../languages/language.ts'

/** What Cooee says and waits for, free of any provider's markup. Texts are plain: the renderer escapes them. Without a `language` it is English. */
export type ScriptPart =
  | { kind: 'say'; text: string; language?: Language }
  /** Says `prompt` while already listening for a key or speech; falls through to the next part when nothing comes. */
  | { kind: 'ask'; step: string; prompt: string; listening?: Listening; language?: Language }
  /** Goes on with whatever follows from this step. */
  | { kind: 'go_to'; step: string }
  /**
   * A talk with a model over the provider's relay, which says `greeting` first. When it is over the provider asks for what
   * follows from `step`.
   */
  | { kind: 'talk'; step: string; greeting: string }
  | { kind: 'hang_up' }

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
