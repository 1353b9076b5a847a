import type { Prompt } from './twiml-document.ts'

/** How fast time on the line passes. Ringing is not affected. */
export interface Pace {
  /** Milliseconds per spoken word. */
  wordMilliseconds: number
  /** Milliseconds per second of silence: pauses, waiting for a key, listening to a machine's greeting. */
  secondMilliseconds: number
}

/** Compressed, so that an ordinary call lasts about a second. */
export const SANDBOX_PACE: Pace = { wordMilliseconds: 5, secondMilliseconds: 50 }

/** As on a real phone, for a person who answers in a browser. */
export const NATURAL_PACE: Pace = { wordMilliseconds: 350, secondMilliseconds: 1000 }

const PLAYED_SECONDS = 3 // a file's real length is unknown here
const SECONDS_PER_PLAYED_DIGIT = 0.5
const ENDLESS_LOOPS = 1000 // loop="0" goes on until somebody hangs up

/** How long one prompt lasts at that pace. */
export function promptMilliseconds(prompt: Prompt, pace: Pace): number {
  switch (prompt.kind) {
    case 'say':
      return Math.max(1, wordCount(prompt.text)) * pace.wordMilliseconds * loops(prompt.loop)
    case 'play': {
      const seconds = prompt.digits ? prompt.digits.length * SECONDS_PER_PLAYED_DIGIT : PLAYED_SECONDS
      return seconds * pace.secondMilliseconds * loops(prompt.loop)
    }
    case 'pause':
      return prompt.seconds * pace.secondMilliseconds
  }
}

function wordCount(text: string): number {
  return text === '' ? 0 : text.split(' ').length
}

function loops(loop: number): number {
  return loop === 0 ? ENDLESS_LOOPS : loop
}
