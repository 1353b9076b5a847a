import { sql } from 'kysely'
import type { Language } from '#core/languages/language.ts'
import type { Corrections } from '#core/languages/wordings.ts'

/**
 * For the columns of a query that has `attempts`, `calls` and `loved_ones`: a call is held to its end in the language in which
 * it was dialled. Texts are read in the language of the day.
 */
const LANGUAGE = sql<Language>`case when calls.asks_by = 'call' then coalesce(attempts.language, loved_ones.language)
  else loved_ones.language end`

export const LANGUAGE_OF_CALL = LANGUAGE.as('language')

/** What reviewers have corrected of it, as `CORRECTIONS_IN_USE`. */
export const CORRECTIONS_OF_CALL = sql<Corrections | null>`(
  select r.corrections from language_reviews r
  where r.language = ${LANGUAGE} and r.reverted_at is null
  order by r.id desc limit 1
)`.as('corrections')
