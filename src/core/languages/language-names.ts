import type { Language } from './language.ts'

interface LanguageName {
  /** On screens. */
  english: string
  /** As those who speak it write it. */
  native: string
  direction: 'ltr' | 'rtl'
}

/** What each language is called, and in which direction it is read. */
export const LANGUAGE_NAMES: Readonly<Record<Language, LanguageName>> = {
  'en-AU': { english: 'English (Australia)', native: 'English', direction: 'ltr' },
  it: { english: 'Italian', native: 'Italiano', direction: 'ltr' },
  el: { english: 'Greek', native: 'Ελληνικά', direction: 'ltr' },
  cmn: { english: 'Mandarin', native: '普通话', direction: 'ltr' },
  yue: { english: 'Cantonese', native: '廣東話', direction: 'ltr' },
  vi: { english: 'Vietnamese', native: 'Tiếng Việt', direction: 'ltr' },
  ar: { english: 'Arabic', native: 'العربية', direction: 'rtl' },
}

/** The tag for `lang` attributes: what browsers and screen readers know. */
export function htmlLanguage(language: Language): string {
  return HTML_TAGS[language]
}

const HTML_TAGS: Readonly<Record<Language, string>> = {
  ...{ 'en-AU': 'en-AU', it: 'it', el: 'el', vi: 'vi', ar: 'ar' },
  ...{ cmn: 'zh-Hans', yue: 'zh-Hant-HK' },
}
