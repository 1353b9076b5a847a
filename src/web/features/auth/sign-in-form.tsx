import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { authSchema, type LoginBody, loginBody } from '#contract/accounts.ts'
import { ApiError, api } from '#web/lib/api-client.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { storedDraft } from '#web/lib/draft-storage.ts'
import { signIn, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field, Input, PasswordInput } from '#web/ui/field.tsx'
import { AuthLayout } from './auth-layout.tsx'

const FAILED = 'Failed to login. Please check your credentials.'
const VERIFY_FAILED = 'Failed to verify authentication. Please login again.'

/** Username or email, and password. The guard around this screen moves on once somebody is signed in. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
  useDocumentTitle('Sign in')
  const session = useSession()
  const form = useForm<LoginBody>({
    resolver: zodResolver(loginBody),
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  })
  const login = useMutation({
    mutationFn: (body: LoginBody) => api.post(authSchema, '/api/login', body, { anonymous: true }),
    onSuccess: signIn,
  })
  const sessionLost = session.status === 'signed-out' && (session.why === 'ended' || session.why === 'unverified')
  const failure = login.isError
    ? (login.error instanceof ApiError && login.error.message) || FAILED
    : sessionLost && !login.isPending && VERIFY_FAILED
  const { errors } = form.formState
  return (
    <AuthLayout title="Sign in" lead="Welcome back.">
      {failure && <Callout kind="error">{failure}</Callout>}
      {sessionLost && storedDraft() && <Callout>What you entered is kept until you have signed in.</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit((body) => login.mutate(body))}>
        <Field label="Username" error={errors.username?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={login.isPending} busyLabel="Signing in…">
          Sign In
        </Button>
      </form>
      <div>
        <button type="button" className="textlink textlink--button" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
      <p>
        Don’t have an account?{' '}
        <Link className="textlink" to="/register">
          Register
        </Link>
      </p>
    </AuthLayout>
  )
}
