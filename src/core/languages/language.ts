/** The languages in which somebody can be called: their words are said, and understood, in it. */
export const LANGUAGES = ['en-AU', 'it', 'el', 'cmn', 'yue', 'vi', 'ar'] as const
/** One of `LANGUAGES`. Words are read by the table of this language alone. */
export type Language = (typeof LANGUAGES)[number]
