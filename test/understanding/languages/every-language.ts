import type { Language } from '#core/languages/language.ts'
import { ARABIC } from './arabic.ts'
import { CANTONESE } from './cantonese.ts'
import { GREEK } from './greek.ts'
import { ITALIAN } from './italian.ts'
import { MANDARIN } from './mandarin.ts'
import type { Sentences } from './sentences.ts'
import { VIETNAMESE } from './vietnamese.ts'

/** Of every language but English, whose sentences are in `test/understanding`. */
export const EVERY_LANGUAGE: readonly (readonly [Exclude<Language, 'en-AU'>, Sentences])[] = [
  ['it', ITALIAN],
  ['el', GREEK],
  ['cmn', MANDARIN],
  ['yue', CANTONESE],
  ['vi', VIETNAMESE],
  ['ar', ARABIC],
]
