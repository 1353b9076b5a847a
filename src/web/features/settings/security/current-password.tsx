import type { FieldErrors, FieldPath, FieldValues, UseFormRegister } from 'react-hook-form'
import { useUser } from '#web/lib/session/use-session.ts'
import { PasswordField } from '#web/ui/form/form-fields.tsx'

interface CurrentPasswordProps<Typed extends FieldValues> {
  form: { register: UseFormRegister<Typed>; formState: { errors: FieldErrors<Typed> } }
  name: keyof Typed & FieldPath<Typed>
  label?: string
  help?: string
}

/** Asks for the present password, and names its account for password managers. */
export function CurrentPassword<Typed extends FieldValues>({
  label = 'Password',
  ...rest
}: CurrentPasswordProps<Typed>) {
  return (
    <>
      <input hidden readOnly type="text" autoComplete="username" value={useUser().username} />
      <PasswordField {...rest} label={label} autoComplete="current-password" aria-required="true" />
    </>
  )
}
