import { sql } from 'kysely'
import type {
  AdminLanguage,
  ImportLanguageBody,
  LanguageFile,
  ReviewableLanguage,
} from '#contract/admin/admin-languages.ts'
import { commandsFault } from '#core/languages/commands-fault.ts'
import { ENGLISH_WORDING } from '#core/languages/english/english.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { isTextKey, reviewFault } from '#core/languages/review-fault.ts'
import { type Corrections, PACKS, wordingOf } from '#core/languages/wordings.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const REVIEWABLE = LANGUAGES.filter((language) => language !== 'en-AU')

/** Every language beside English: whether it was reviewed, by whom, and how many are called in it. */
export async function listLanguages(db: Db): Promise<AdminLanguage[]> {
  const counts = await db
    .selectFrom('lovedOnes')
    .select(['language', (eb) => eb.fn.countAll<number>().as('lovedOnes')])
    .groupBy('language')
    .execute()
  const languages: AdminLanguage[] = []
  for (const language of REVIEWABLE) {
    const review = await reviewInUse(db, language)
    const { catalogue, reviewedByNativeSpeaker } = PACKS[language]
    languages.push({
      language,
      isReviewed: review?.isComplete ?? reviewedByNativeSpeaker,
      lovedOnes: Number(counts.find((count) => count.language === language)?.lovedOnes ?? 0),
      texts: Object.values(catalogue).reduce((sum, group) => sum + Object.keys(group).length, 0),
      review: review
        ? {
            ...{ reviewer: review.reviewer, importedBy: review.importedBy },
            importedAt: review.importedAt.toISOString(),
            corrected: Object.keys(review.corrections).length,
          }
        : null,
    })
  }
  return languages
}

/** The texts of a language as they are said now, beside the English, for a reviewer. */
export async function exportLanguage(db: Db, language: ReviewableLanguage): Promise<LanguageFile> {
  const review = await reviewInUse(db, language)
  const { texts } = wordingOf(language, review?.corrections ?? null)
  return {
    language,
    name: LANGUAGE_NAMES[language].english,
    texts: Object.entries(ENGLISH_WORDING.texts).map(([key, english]) => ({
      ...{ key, english, note: '' },
      translation: isTextKey(key) ? texts[key] : '',
    })),
  }
}

interface Import extends Omit<ImportLanguageBody, 'file'> {
  language: ReviewableLanguage
  file: LanguageFile
  importedBy: string
  now: Date
}

/**
 * Takes a reviewed file: calls say it from the next sentence on. Throws 400 that names the key for a text that cannot stand in the
 * place of ours, and for a file that does not hold exactly our keys with our English: then nothing of it is taken. Returns how many
 * texts differ from those that were shipped.
 */
export async function importReview(
  trx: Trx,
  { language, file, reviewer, isComplete, importedBy, now }: Import,
): Promise<number> {
  if (file.language !== language) throw invalid(`This file is ${LANGUAGE_NAMES[file.language].english}`)
  const corrections = correctionsIn(file)
  await trx
    .insertInto('languageReviews')
    .values({ language, corrections: JSON.stringify(corrections), reviewer, isComplete, importedBy, importedAt: now })
    .execute()
  return Object.keys(corrections).length
}

/** Takes the corrections in use back: those before them, or the texts as they were shipped, are said again. False: there are none. */
export async function revertReview(trx: Trx, language: ReviewableLanguage, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('languageReviews')
    .set({ revertedAt: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('languageReviews')
        .select((inner) => inner.fn.max('id').as('id'))
        .where('language', '=', language)
        .where('revertedAt', 'is', null),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function reviewInUse(db: Db, language: ReviewableLanguage) {
  return db
    .selectFrom('languageReviews')
    .select(['reviewer', 'isComplete', 'importedBy', 'importedAt'])
    .select(sql<Corrections>`corrections`.as('corrections'))
    .where('language', '=', language)
    .where('revertedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function correctionsIn({ language, texts }: LanguageFile): Corrections {
  const shipped = wordingOf(language).texts
  const corrections: Record<string, { english: string; text: string }> = {}
  const seen = new Set<string>()
  for (const { key, english, translation } of texts) {
    if (!isTextKey(key)) throw invalid(`Cooee has no text called ${key}`)
    if (seen.has(key)) throw invalid(`${key} is there twice`)
    seen.add(key)
    if (english !== ENGLISH_WORDING.texts[key]) {
      throw invalid(`${key}: the English is not the one that Cooee says now. Please export the file again`)
    }
    const text = translation.trim()
    const fault = reviewFault(key, text)
    if (fault) throw invalid(`${key}: ${fault}`)
    if (text !== shipped[key]) corrections[key] = { english, text }
  }
  const missing = Object.keys(ENGLISH_WORDING.texts).find((key) => !seen.has(key))
  if (missing) throw invalid(`${missing} is missing`)
  const wrong = commandsFault(wordingOf(language, corrections))
  if (wrong) throw invalid(`${wrong.key}: ${wrong.fault}`)
  return corrections
}

const invalid = (message: string) => new AppError('invalid', message, { field: 'file' })
