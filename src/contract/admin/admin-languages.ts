import { z } from 'zod'
import { instant } from '#contract/wire.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { LONGEST_TEXT } from '#core/languages/longest-text.ts'

/** Languages that can be reviewed: English is what they translate. */
const reviewable = z.enum(LANGUAGES).exclude(['en-AU'])
export type ReviewableLanguage = z.infer<typeof reviewable>

export const languageParams = z.object({ language: reviewable })

/** How far a language has been read by somebody who grew up with it. */
export const adminLanguageSchema = z.object({
  language: reviewable,
  /** Whether every text was read by a native speaker. */
  isReviewed: z.boolean(),
  /** Loved ones of this Cooee who are called in it. */
  lovedOnes: z.number().int(),
  texts: z.number().int(),
  /** The corrections in use; null: as it was shipped. */
  review: z
    .object({ reviewer: z.string(), importedBy: z.string(), importedAt: instant, corrected: z.number().int() })
    .nullable(),
})
export type AdminLanguage = z.infer<typeof adminLanguageSchema>

/** The file that a reviewer works on. `note` is theirs: it is read by nobody but people. */
export const languageFileSchema = z.object({
  language: reviewable,
  name: z.string().optional(),
  texts: z
    .array(
      z.object({
        key: z.string().max(100),
        english: z.string().max(LONGEST_TEXT),
        translation: z.string().max(LONGEST_TEXT * 2),
        note: z.string().max(2000).default(''),
      }),
    )
    .max(1000),
})
export type LanguageFile = z.infer<typeof languageFileSchema>

export const importLanguageBody = z.object({
  reviewer: z.string().trim().min(1, 'Please say who has read it').max(100, 'Please use at most 100 characters'),
  /** They have read every text of it. */
  isComplete: z.boolean(),
  file: languageFileSchema,
})
export type ImportLanguageBody = z.infer<typeof importLanguageBody>
