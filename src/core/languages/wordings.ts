import { ARABIC } from './arabic/arabic.ts'
import { CANTONESE } from './cantonese/cantonese.ts'
import { flat, type TextKey, type Texts } from './catalogue.ts'
import { ENGLISH, ENGLISH_WORDING } from './english/english.ts'
import { ENGLISH_FORMS } from './english/spoken-forms.ts'
import { GREEK } from './greek/greek.ts'
import { ITALIAN } from './italian/italian.ts'
import type { Language } from './language.ts'
import type { LanguagePack } from './language-pack.ts'
import { MANDARIN } from './mandarin/mandarin.ts'
import { VIETNAMESE } from './vietnamese/vietnamese.ts'
import type { Wording } from './wording.ts'

/** Every language that a loved one can be called in. */
export const PACKS: Readonly<Record<Language, LanguagePack>> = {
  'en-AU': { catalogue: ENGLISH, forms: ENGLISH_FORMS, reviewedByNativeSpeaker: true },
  ...{ it: ITALIAN, el: GREEK, cmn: MANDARIN, yue: CANTONESE, vi: VIETNAMESE, ar: ARABIC },
}

/** What a reviewer has put in the place of a text, and the English that they translated. */
export interface Correction {
  english: string
  text: string
}

export type Corrections = Readonly<Partial<Record<TextKey, Correction>>>

const AS_SHIPPED = new Map<Language, Wording>()

/**
 * How somebody of a language is spoken to. `corrections` are those of its reviewers: one is used as long as the English that it
 * translates is the present one, so that a changed sentence never keeps an old meaning.
 */
export function wordingOf(language: Language, corrections: Corrections | null = null): Wording {
  const shipped = asShipped(language)
  if (!corrections || language === 'en-AU') return shipped
  return { ...shipped, texts: { ...shipped.texts, ...presentTexts(corrections) } }
}

function asShipped(language: Language): Wording {
  if (language === 'en-AU') return ENGLISH_WORDING
  const known = AS_SHIPPED.get(language)
  if (known) return known
  const { catalogue, forms } = PACKS[language]
  const wording = { language, texts: flat(catalogue), forms }
  AS_SHIPPED.set(language, wording)
  return wording
}

/** Of corrections, those whose English is still what is said. */
function presentTexts(corrections: Corrections): Partial<Texts> {
  const english: Readonly<Record<string, string>> = ENGLISH_WORDING.texts
  const present = Object.entries(corrections).filter(([key, { english: then }]) => english[key] === then)
  return Object.fromEntries(present.map(([key, { text }]) => [key, text]))
}
