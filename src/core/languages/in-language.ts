import type { ScriptPart } from '../call-script/script.ts'
import type { Language } from './language.ts'

/** A script whose parts are said, and listened for, in one language. English is left unmarked. */
export function inLanguage(language: Language, parts: readonly ScriptPart[]): ScriptPart[] {
  if (language === 'en-AU') return [...parts]
  return parts.map((part) => (part.kind === 'say' || part.kind === 'ask' ? { ...part, language } : part))
}
