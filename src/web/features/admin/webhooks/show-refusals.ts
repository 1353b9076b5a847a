import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-client.ts'

/** Whether `showRefusals` shows all that the server has against a form beside its fields. */
export function isShownBesideFields(values: object, error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = Object.keys(values)
  return error.errors.length > 0 && error.errors.every(({ path }) => fields.includes(path.split('.')[0] ?? ''))
}

/** Puts what the server has against a form beside the fields that it names; the first one gets the focus. */
export function showRefusals<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  error: Error,
): void {
  if (!(error instanceof ApiError)) return
  const fields = Object.keys(form.getValues())
  error.errors.forEach(({ path, message }, index) => {
    const field = fields.find((name) => name === path.split('.')[0])
    if (field) form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
  })
}
