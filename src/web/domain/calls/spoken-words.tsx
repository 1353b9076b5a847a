import type { Language } from '#core/languages/language.ts'
import { htmlLanguage } from '#core/languages/language-names.ts'

/** Words of a call, each line in its own direction; `language` is the one that Cooee spoke. */
export function SpokenWords({ children, language }: { children: string; language?: Language | undefined }) {
  return (
    <bdi dir="auto" lang={language && language !== 'en-AU' ? htmlLanguage(language) : undefined}>
      {children}
    </bdi>
  )
}
