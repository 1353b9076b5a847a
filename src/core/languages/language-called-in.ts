import type { Language } from './language.ts'

/** The language in which somebody is called. The one place that says so: everybody is called in English so far. */
export const languageCalledIn = (): Language => 'en-AU'
