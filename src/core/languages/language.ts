/** The languages in which a loved one can be called, as BCP 47 tags; the first is the one that everybody has at first. */
export const LANGUAGES = ['en-AU', 'it', 'el', 'cmn', 'yue', 'vi', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]
