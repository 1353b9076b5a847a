import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, PasswordInput } from '#web/ui/field.tsx'

interface PasswordFieldProps {
  label: string
  help?: ReactNode
  className?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  registration: UseFormRegisterReturn
}

/** A password that a form needs. */
export function PasswordField({ registration, autoComplete, ...field }: PasswordFieldProps) {
  return (
    <Field {...field}>
      {(control) => <PasswordInput {...control} {...registration} autoComplete={autoComplete} aria-required="true" />}
    </Field>
  )
}
