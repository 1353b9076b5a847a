import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { registerForm } from '#contract/accounts/sign-in/credentials.ts'
import { formRules } from '#web/lib/forms/form-rules.ts'
import { PasswordField, TextField } from '#web/ui/form/form-fields.tsx'

export type TypedRegistration = z.input<typeof registerForm>
export type CheckedRegistration = z.output<typeof registerForm>

/** The rules of a registration, and what its form holds at first. */
export const REGISTRATION = {
  resolver: formRules(async () => (await import('#contract/accounts/sign-in/credentials.ts')).registerForm),
  mode: 'onTouched',
  defaultValues: { username: '', email: '', firstName: '', lastName: '', password: '', confirmPassword: '' },
} as const

/** Who somebody is who gets a login of their own. */
export function RegistrationFields({ form }: { form: UseFormReturn<TypedRegistration, unknown, CheckedRegistration> }) {
  return (
    <>
      <TextField
        form={form}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
      <div className="form-grid form-grid--2">
        <TextField form={form} name="firstName" label="First Name" optional autoComplete="given-name" />
        <TextField form={form} name="lastName" label="Last Name" optional autoComplete="family-name" />
      </div>
      <PasswordField
        form={form}
        name="password"
        label="Password"
        help="At least 8 characters"
        autoComplete="new-password"
      />
      <PasswordField form={form} name="confirmPassword" label="Confirm Password" autoComplete="new-password" />
    </>
  )
}
