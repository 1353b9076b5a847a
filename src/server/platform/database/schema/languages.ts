import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#core/languages/language.ts'
import type { Corrections } from '#core/languages/wordings.ts'

/** What native reviewers have corrected of a language, one row for each import. */
export interface LanguageReviewsTable {
  id: Generated<number>
  language: Exclude<Language, 'en-AU'>
  corrections: ColumnType<Corrections, string, never>
  /** Who read it, as they want to be named. */
  reviewer: string
  /** They have read every text. */
  isComplete: boolean
  /** The username of the admin. */
  importedBy: string
  importedAt: Date
  revertedAt: Date | null
}
