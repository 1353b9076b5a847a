import type { Language } from '../languages/language.ts'
import { ENGLISH } from './english.ts'
import { understandingByTable } from './lexicon/understanding-by-table.ts'
import { ARABIC } from './tables/arabic.ts'
import { CANTONESE } from './tables/cantonese.ts'
import { GREEK } from './tables/greek.ts'
import { ITALIAN } from './tables/italian.ts'
import { MANDARIN } from './tables/mandarin.ts'
import { VIETNAMESE } from './tables/vietnamese.ts'
import type { Understanding } from './understanding.ts'

const UNDERSTANDING: Readonly<Record<Language, Understanding>> = {
  'en-AU': ENGLISH,
  it: understandingByTable(ITALIAN),
  el: understandingByTable(GREEK),
  cmn: understandingByTable(MANDARIN),
  yue: understandingByTable(CANTONESE),
  vi: understandingByTable(VIETNAMESE),
  ar: understandingByTable(ARABIC),
}

/**
 * The one way to what words mean: by the table of the language in which somebody is called, and by no other. There is no
 * language of its own accord: who asks knows whom they called.
 */
export function understandingIn(language: Language): Understanding {
  return UNDERSTANDING[language]
}
