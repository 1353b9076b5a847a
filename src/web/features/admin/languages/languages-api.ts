import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  adminLanguageSchema,
  type ImportLanguageBody,
  languageFileSchema,
  type ReviewableLanguage,
} from '#contract/admin/admin-languages.ts'
import { api } from '#web/lib/http/api-client.ts'
import { adminKeys } from '../admin-keys.ts'

const languages = z.array(adminLanguageSchema)

/** Every language beside English, and whether a native speaker has read it. */
export function adminLanguagesQuery() {
  return queryOptions({
    queryKey: adminKeys.languages,
    queryFn: ({ signal }) => api.get(languages, '/api/admin/languages', { signal }),
  })
}

/** The texts of one language, as they are said now. */
export const fetchLanguageFile = (language: ReviewableLanguage) =>
  api.get(languageFileSchema, `/api/admin/languages/${language}/file`)

/** Puts a reviewed file in use. */
export function useImportLanguage(language: ReviewableLanguage) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ImportLanguageBody) => api.post(languages, `/api/admin/languages/${language}/reviews`, body),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.languages }),
  })
}

/** Takes the corrections in use back. */
export function useRevertLanguage(language: ReviewableLanguage) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(languages, `/api/admin/languages/${language}/revert`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.languages }),
  })
}
