import { useForm } from 'react-hook-form'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { signIn } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { register } from './auth-api.ts'
import { AuthLayout } from './auth-layout.tsx'
import {
  type CheckedRegistration,
  REGISTRATION,
  RegistrationFields,
  type TypedRegistration,
} from './registration-fields.tsx'

const FAILED = 'Failed to register. Please try again.'

/** A new account. What stands around this screen moves on to the dashboard once it exists. */
export function Register() {
  const form = useForm<TypedRegistration, unknown, CheckedRegistration>(REGISTRATION)
  const session = useSession()
  const { errors, isSubmitting } = form.formState
  const failure = errors.root?.message
  async function submit({ confirmPassword: _, ...body }: CheckedRegistration) {
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
        <RegistrationFields form={form} />
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
