import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import type { LovedOneForm, LovedOneFormInput } from './loved-one-fields.tsx'

/** Puts what the server refused beside the fields it names, else above the form. Returns the first field, to be focused. */
export function showServerErrors(error: unknown, form: LovedOneForm): keyof LovedOneFormInput | undefined {
  return showRefusals(
    form,
    error,
    error instanceof Error ? error.message : 'There was a problem connecting to the server',
  )
}
