import { utteranceOf } from '../../../understanding/utterance.ts'

/** A sentence of a model as the guards read it: in one spelling, as what people say. */
export interface Sentence {
  /** As it was written. */
  text: string
  flat: string
  /** With a comma at each boundary and `¿` for a question mark. */
  bounded: string
  /** Ends as a question does, and is no statement with "all right?" behind it. */
  isQuestion: boolean
}

/** "Ill let her know": the apostrophe is missing, and nobody is ill. */
const ILL =
  /(?<!\b(?:am|is|are|be|been|was|were|feel|feels|feeling|felt|fell|fall|so|very|really|taken|too|or|not) )\bill\b(?= \p{L})/giu
const TAG_WORDS = 3

/** Reads a sentence. `names` become `NAME`. */
export function sentenceOf(text: string, names: readonly string[]): Sentence {
  const { flat, bounded } = utteranceOf(
    text
      .normalize('NFKC')
      .replace(/[*_`#]+/g, ' ')
      .replace(ILL, 'I will'),
    names,
  )
  const parts = bounded.trim().split(' , ')
  const last = parts.at(-1) ?? ''
  const isTag = parts.length > 1 && last.replace('¿', '').trim().split(' ').length <= TAG_WORDS
  return { text, flat: flat.replaceAll('¿ ', ''), bounded, isQuestion: last.includes('¿') && !isTag }
}

/** A sentence as a whole, and each of its parts between commas: what a pattern may find at their beginning and end. */
export const partsOfSentence = ({ flat, bounded }: Sentence): string[] =>
  [flat.replaceAll(' , ', ' '), ...bounded.replaceAll('¿', ' ').split(' , ')].map((part) =>
    part.replace(/\s+/g, ' ').trim(),
  )
