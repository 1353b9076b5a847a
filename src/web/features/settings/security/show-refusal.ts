import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-client.ts'

/** Puts what the server refused beside the fields it names, and focuses the first; else above the form. */
export function showRefusal<Typed extends FieldValues, Checked>(
  error: unknown,
  form: UseFormReturn<Typed, unknown, Checked>,
  fallback: string,
): void {
  const named = error instanceof ApiError ? error.errors.filter(({ path }) => path in form.getValues()) : []
  named.forEach(({ path, message }, index) => {
    form.setError(path as Path<Typed>, { message }, { shouldFocus: index === 0 })
  })
  if (named.length > 0) return
  form.setError('root', { message: (error instanceof ApiError && error.message) || fallback })
}
