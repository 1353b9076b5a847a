import { sql } from 'kysely'
import type { Corrections } from '#core/languages/wordings.ts'

/**
 * For the columns of a query that has `loved_ones`: what reviewers have corrected of the language of that person; null for
 * English, and for a language that is spoken as it was shipped.
 */
export const CORRECTIONS_IN_USE = sql<Corrections | null>`(
  select r.corrections from language_reviews r
  where r.language = loved_ones.language and r.reverted_at is null
  order by r.id desc limit 1
)`.as('corrections')
