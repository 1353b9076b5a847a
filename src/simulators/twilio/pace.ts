import type { HeardPrompt } from './call/twiml-document.ts'

/** How fast time on the line passes. Ringing is not affected. */
export interface Pace {
  /** Real milliseconds per second on the line. What is spoken takes seconds too, so both sides keep their order. */
  secondMilliseconds: number
}

/** Compressed, so that an ordinary call lasts about a second. */
export const SANDBOX_PACE: Pace = { secondMilliseconds: 20 }

/** As on a real phone, for a person who answers in a browser. */
export const NATURAL_PACE: Pace = { secondMilliseconds: 1000 }

/** About 170 words a minute, for every speaker. */
const SECONDS_PER_WORD = 0.35

/** How long one prompt lasts, in seconds on the line. */
export function promptSeconds(prompt: HeardPrompt): number {
  return prompt.kind === 'say' ? spokenSeconds(prompt.text) : prompt.seconds
}

/** How long it takes to say these words, in seconds. */
export function spokenSeconds(text: string): number {
  const signs = text.match(HAN)?.length ?? 0
  const words = wordsOf(text.replace(HAN, ' ')).length
  return Math.max(1, words + signs * WORDS_PER_SIGN) * SECONDS_PER_WORD
}

/** Chinese has no spaces between words: each sign is a syllable. */
const HAN = /\p{Script=Han}/gu
const WORDS_PER_SIGN = 0.6

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
