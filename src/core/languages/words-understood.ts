import type { Language } from './language.ts'

/** The languages whose words `core/understanding` reads. In the others a person answers with keys alone. */
const UNDERSTOOD: readonly Language[] = ['en-AU']

/** Whether words that are said or written in a language count beside keys. */
export const isUnderstood = (language: Language): boolean => UNDERSTOOD.includes(language)

/** Stands for words that nobody understands: somebody spoke, and it answers nothing. */
const NOT_READ = '…'

/**
 * What was heard, as the understanding may read it. Nothing is guessed across languages: words of one that is not
 * understood are words, and mean nothing.
 */
export function readableWords(words: string, language: Language): string {
  if (isUnderstood(language)) return words
  return words.trim() === '' ? '' : NOT_READ
}
