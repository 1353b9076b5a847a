import type { Prompt } from './call/twiml-document.ts'

/** How fast time on the line passes. Ringing is not affected. */
export interface Pace {
  /** Real milliseconds per second on the line. What is spoken takes seconds too, so both sides keep their order. */
  secondMilliseconds: number
}

/** Compressed, so that an ordinary call lasts about a second. */
export const SANDBOX_PACE: Pace = { secondMilliseconds: 20 }

/** As on a real phone, for a person who answers in a browser. */
export const NATURAL_PACE: Pace = { secondMilliseconds: 1000 }

/** About 170 words a minute, whoever speaks. */
const SECONDS_PER_WORD = 0.35
const PLAYED_SECONDS = 3 // a file's real length is unknown here
const SECONDS_PER_PLAYED_DIGIT = 0.5
const ENDLESS_LOOPS = 1000 // loop="0" goes on until somebody hangs up

/** How long one prompt lasts, in seconds on the line. */
export function promptSeconds(prompt: Prompt): number {
  switch (prompt.kind) {
    case 'say':
      return spokenSeconds(prompt.text) * loops(prompt.loop)
    case 'play': {
      const seconds = prompt.digits ? prompt.digits.length * SECONDS_PER_PLAYED_DIGIT : PLAYED_SECONDS
      return seconds * loops(prompt.loop)
    }
    case 'pause':
      return prompt.seconds
  }
}

/** How long it takes to say these words, in seconds. */
export function spokenSeconds(text: string): number {
  return Math.max(1, wordsOf(text).length) * SECONDS_PER_WORD
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function loops(loop: number): number {
  return loop === 0 ? ENDLESS_LOOPS : loop
}
