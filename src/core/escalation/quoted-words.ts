import { type TextPart, TRUNCATION_PRIORITY } from './texts/parts/two-segments.ts'

/** How many characters of what was heard stand in a mail or on a page. */
export const QUOTED_IN_MAIL = 600

/** What was heard, as a sentence that says that it is a machine's transcript, `most` characters of it; null when there are no words. */
export function quotedSentence(heard: string | null, most: number): string | null {
  const words = wordsOf(heard)
  return words === '' ? null : `We heard, maybe not word for word: "${cut(words, most)}".`
}

/** How many of them stand in a text message, the more of these the better. */
const IN_TEXT = [120, 100, 80, 60, 40] as const
const AT_LEAST = [40, 30, 20] as const

/** What was heard, in a text message: as much of it as fits. */
export function quotedPart(heard: string | null): TextPart | null {
  const [most, ...fewer] = IN_TEXT
  const text = quotedSentence(heard, most)
  if (text === null) return null
  const inShort = (signs: number) => `We may have heard: "${cut(wordsOf(heard), signs)}".`
  return {
    text,
    shorter: [
      ...fewer.map((signs) => ({
        truncationPriority: TRUNCATION_PRIORITY.heard,
        text: quotedSentence(heard, signs) ?? '',
      })),
      ...AT_LEAST.map((signs) => ({ truncationPriority: TRUNCATION_PRIORITY.lastWords, text: inShort(signs) })),
      { truncationPriority: TRUNCATION_PRIORITY.lastWords, text: '' },
    ],
  }
}

const wordsOf = (heard: string | null): string => heard?.replace(/\s+/g, ' ').trim() ?? ''

function cut(words: string, most: number): string {
  const characters = [...words]
  return characters.length <= most
    ? words
    : `${characters
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`
}
