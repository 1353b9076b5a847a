import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { registerForm } from '#contract/accounts/credentials.ts'
import { formRules } from '#web/lib/forms/form-rules.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { signIn } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField, TextField } from '#web/ui/form/form-fields.tsx'
import { register } from './auth-api.ts'
import { AuthLayout } from './auth-layout.tsx'

const FAILED = 'Failed to register. Please try again.'
const rules = formRules(async () => (await import('#contract/accounts/credentials.ts')).registerForm)

type Typed = z.input<typeof registerForm>
type Checked = z.output<typeof registerForm>

/** A new account. What stands around this screen moves on to the dashboard once it exists. */
export function Register() {
  const form = useForm<Typed, unknown, Checked>({
    resolver: rules,
    mode: 'onTouched',
    defaultValues: { username: '', email: '', firstName: '', lastName: '', password: '', confirmPassword: '' },
  })
  const session = useSession()
  const { errors, isSubmitting } = form.formState
  const failure = errors.root?.message
  async function submit({ confirmPassword: _, ...body }: Checked) {
    try {
      signIn(await register(body))
    } catch (error) {
      showRefusals(form, error, (error instanceof ApiError && error.message) || FAILED)
    }
  }
  return (
    <AuthLayout title="Create your account" lead="Then add the person you’d like Cooee to ring.">
      {failure && <Callout kind="error">{failure}</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(submit)}>
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
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isSubmitting || session.status === 'signed-in'}
          busyLabel="Creating your account…"
        >
          Create Account
        </Button>
      </form>
      <p>
        Already have an account?{' '}
        <a className="textlink" href="/login">
          Sign in
        </a>
      </p>
    </AuthLayout>
  )
}
