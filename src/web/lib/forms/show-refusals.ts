import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/http/api-client.ts'

/** Whether `showRefusals` shows all that the server has against a form beside its fields. */
export function isShownBesideFields(values: object, error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = Object.keys(values)
  return error.errors.length > 0 && error.errors.every(({ path }) => fields.includes(path.split('.')[0] ?? ''))
}

/**
 * Puts what the server has against a form beside the fields that it names, and focuses the first of them, which it returns;
 * `otherwise` stands above the form where it names none.
 */
export function showRefusals<Typed extends FieldValues, Checked>(
  form: UseFormReturn<Typed, unknown, Checked>,
  error: unknown,
  otherwise?: string,
): Path<Typed> | undefined {
  const fields = Object.keys(form.getValues()) as Path<Typed>[]
  const named = (error instanceof ApiError ? error.errors : []).flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path.split('.')[0])
    return field ? [{ field, message }] : []
  })
  named.forEach(({ field, message }, index) => {
    form.setError(field, { message }, { shouldFocus: index === 0 })
  })
  if (named.length === 0 && otherwise !== undefined) form.setError('root', { message: otherwise })
  return named[0]?.field
}
