import { textSegments } from '../../../phone/text-segments.ts'

const MAX_SEGMENTS = 2

/** What is shortened when a text would be too long, in this order: what the page says too, words about facts, then facts. */
export const TRUNCATION_PRIORITY = {
  lastOk: 1,
  suppressed: 2,
  together: 3,
  heard: 4,
  /** The shorter forms of what must be said. */
  shorter: 5,
  others: 6,
  detail: 7,
  openSince: 8,
  /** Names in full, and which calls they were. */
  last: 9,
  /** What is left of the words that were heard. */
  lastWords: 10,
} as const

/** A part of a text message. `shorter`: the fallbacks when it is shortened, one after the other; empty to leave it out. */
export interface TextPart {
  text: string
  shorter?: readonly {
    truncationPriority: (typeof TRUNCATION_PRIORITY)[keyof typeof TRUNCATION_PRIORITY]
    text: string
  }[]
}

/** A part that is said or left out as a whole; null stays null. */
export function optionalPart(
  text: string | null,
  truncationPriority: keyof typeof TRUNCATION_PRIORITY,
): TextPart | null {
  return text === null
    ? null
    : { text, shorter: [{ truncationPriority: TRUNCATION_PRIORITY[truncationPriority], text: '' }] }
}

/**
 * One text message of its parts, of two segments at most, as long as what is never given up fits them: parts give way until it does, and of one
 * rank the later ones first; then what there is room for comes back, what matters most first. A text with a sign outside of the GSM alphabet has
 * room for 134 signs instead of 306, and may need more.
 */
export function withinTwoSegments(parts: readonly (TextPart | string | null)[]): string {
  const all = parts.filter((part) => part !== null).map((part) => (typeof part === 'string' ? { text: part } : part))
  const said = all.map(({ text }) => text)
  const steps = all
    .flatMap(({ text, shorter = [] }: TextPart, place) =>
      shorter.map((step, index) => ({ ...step, place, before: shorter[index - 1]?.text ?? text })),
    )
    .sort((one, other) => one.truncationPriority - other.truncationPriority || other.place - one.place)
  const taken: typeof steps = []
  for (const step of steps) {
    if (fits(said)) break
    said[step.place] = step.text
    taken.unshift(step)
  }
  for (const { place, text, before } of taken) {
    if (said[place] === text && fits(said.with(place, before))) said[place] = before
  }
  return joined(said)
}

const fits = (said: readonly string[]): boolean => textSegments(joined(said)) <= MAX_SEGMENTS

function joined(said: readonly string[]): string {
  return plainSigns(said.filter((text) => text !== '').join(' '))
}

const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}

/** Signs that phones and word processors put in for plain ones, and one of which would halve the room of a text. */
function plainSigns(text: string): string {
  return text.replace(/[‘’“”–—…]/g, (sign) => PLAIN[sign] ?? sign)
}
