import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { ApiError } from '#web/lib/http/api-client.ts'

/** Beside the fields, else above the form: what the server refused, in its words or, where it has none, in these. */
export function showRefusal<Typed extends FieldValues, Checked>(
  error: unknown,
  form: UseFormReturn<Typed, unknown, Checked>,
  fallback: string,
): void {
  showRefusals(form, error, (error instanceof ApiError && error.message) || fallback)
}
