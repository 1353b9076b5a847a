import { ApiError } from '#web/lib/api-client.ts'
import type { LovedOneForm, LovedOneFormInput } from './loved-one-fields.tsx'

/** Puts what the server refused beside the fields it names, else above the form. Returns the first field, to be focused. */
export function showServerErrors(error: unknown, form: LovedOneForm): keyof LovedOneFormInput | undefined {
  const named = (error instanceof ApiError ? error.errors : []).filter(
    (entry): entry is { path: keyof LovedOneFormInput; message: string } => entry.path in form.getValues(),
  )
  for (const { path, message } of named) form.setError(path, { message })
  if (named.length === 0) {
    form.setError('root', {
      message: error instanceof Error ? error.message : 'There was a problem connecting to the server',
    })
  }
  return named[0]?.path
}
