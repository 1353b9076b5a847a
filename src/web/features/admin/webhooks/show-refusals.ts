import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api-client.ts'

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
