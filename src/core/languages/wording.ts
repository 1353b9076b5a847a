import { PLACEHOLDER, type TextKey, type Texts, type Values } from './catalogue.ts'
import type { Language } from './language.ts'
import type { SpokenForms } from './spoken-forms.ts'

/** How one person is spoken and written to. A value: `wordingOf` makes one for a language, with the corrections of its reviewers. */
export interface Wording {
  language: Language
  texts: Texts
  forms: SpokenForms
}

/** A text of the catalogue with what belongs in it. */
export function phrase<K extends TextKey>(
  { texts }: Pick<Wording, 'texts'>,
  key: K,
  ...[values]: keyof Values<K> extends never ? [] : [Values<K>]
): string {
  const given: Readonly<Record<string, string | null>> = values ?? {}
  return texts[key].replace(PLACEHOLDER, (_, name: string, form?: string) => given[name] ?? family(texts, form))
}

/** Where the account holder gave no name. */
function family(texts: Texts, form: string | undefined): string {
  if (form === 'obj') return texts['calls.yourFamilyObject']
  const words = texts['calls.yourFamily']
  return form === 'cap' ? words.charAt(0).toUpperCase() + words.slice(1) : words
}
