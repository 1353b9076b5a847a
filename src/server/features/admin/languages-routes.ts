import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  adminLanguageSchema,
  importLanguageBody,
  languageFileSchema,
  languageParams,
} from '#contract/admin/admin-languages.ts'
import { askingAdmin, recordAction } from '#server/features/audit/public.ts'
import { exportLanguage, importReview, listLanguages, revertReview } from '#server/features/languages/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

interface LanguagesAdminDeps {
  db: Db
  clock: Clock
}

/** For native reviewers, by the hand of an admin: one language as a file, and the corrected file back. */
export const languagesRoutes: FastifyPluginAsyncZod<{ deps: LanguagesAdminDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  app.get('/api/admin/languages', { schema: { response: { 200: z.array(adminLanguageSchema) } } }, () =>
    listLanguages(db),
  )

  app.get(
    '/api/admin/languages/:language/file',
    { schema: { params: languageParams, response: { 200: languageFileSchema } } },
    ({ params }) => exportLanguage(db, params.language),
  )

  app.post(
    '/api/admin/languages/:language/reviews',
    { schema: { params: languageParams, body: importLanguageBody, response: { 200: z.array(adminLanguageSchema) } } },
    async (request) => {
      const admin = askingAdmin(request)
      const { language } = request.params
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const review = { ...request.body, language, importedBy: admin.account.username, now }
        const corrected = await importReview(trx, review)
        const detail = `${language}: ${corrected} corrected`
        await recordAction(trx, { ...admin, action: 'language.imported', detail, at: now })
      })
      return listLanguages(db)
    },
  )

  app.post(
    '/api/admin/languages/:language/revert',
    { schema: { params: languageParams, response: { 200: z.array(adminLanguageSchema) } } },
    async (request) => {
      const admin = askingAdmin(request)
      const { language } = request.params
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        if (!(await revertReview(trx, language, now))) {
          throw new AppError('conflict', 'There is nothing to take back')
        }
        await recordAction(trx, { ...admin, action: 'language.reverted', detail: language, at: now })
      })
      return listLanguages(db)
    },
  )
}
