import type { Language } from '../languages/language.ts'
import { ENGLISH } from './english.ts'
import type { LanguageTable } from './lexicon/language-table.ts'
import { understandingByTable } from './lexicon/understanding-by-table.ts'
import { ARABIC } from './tables/arabic.ts'
import { CANTONESE } from './tables/cantonese.ts'
import { GREEK } from './tables/greek.ts'
import { ITALIAN } from './tables/italian.ts'
import { MANDARIN } from './tables/mandarin.ts'
import { VIETNAMESE } from './tables/vietnamese.ts'
import type { Understanding } from './understanding.ts'

/** What is known of each language but English, which has rules of its own. */
export const LANGUAGE_TABLES: Readonly<Record<Exclude<Language, 'en-AU'>, LanguageTable>> = {
  it: ITALIAN,
  el: GREEK,
  cmn: MANDARIN,
  yue: CANTONESE,
  vi: VIETNAMESE,
  ar: ARABIC,
}

/** A table costs up to a quarter of a second to make ready: each is, when somebody is first called in its language. */
const ready = new Map<Language, Understanding>()

/**
 * The one way to what words mean: by the table of the language in which somebody is called, and by no other. There is no
 * language of its own accord: who asks knows whom they called.
 */
export function understandingIn(language: Language): Understanding {
  if (language === 'en-AU') return ENGLISH
  const known = ready.get(language) ?? understandingByTable(LANGUAGE_TABLES[language])
  ready.set(language, known)
  return known
}
