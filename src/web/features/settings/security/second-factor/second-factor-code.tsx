import type { FieldErrors, FieldPath, FieldValues, UseFormRegister } from 'react-hook-form'
import { TextField } from '#web/ui/form/form-fields.tsx'

interface SecondFactorCodeProps<Typed extends FieldValues> {
  form: { register: UseFormRegister<Typed>; formState: { errors: FieldErrors<Typed> } }
  name: keyof Typed & FieldPath<Typed>
}

/** Asks for the code that signing in asks for: from the app, or a recovery code, which has letters. */
export function SecondFactorCode<Typed extends FieldValues>(props: SecondFactorCodeProps<Typed>) {
  return (
    <TextField
      {...props}
      label="Code"
      help="From the app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      aria-required="true"
    />
  )
}
