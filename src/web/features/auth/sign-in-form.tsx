import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { LoginBody } from '#contract/accounts/sign-in/credentials.ts'
import { storedDraft } from '#web/lib/forms/draft-storage.ts'
import { formRules } from '#web/lib/forms/form-rules.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { browserHasPasskeys } from '#web/lib/passkeys/browser-has-passkeys.ts'
import { signIn } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField, TextField } from '#web/ui/form/form-fields.tsx'
import { logIn } from './auth-api.ts'
import { AuthLayout } from './auth-layout.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const FAILED = 'Failed to login. Please check your credentials.'
const VERIFY_FAILED = 'Failed to verify authentication. Please login again.'
const rules = formRules(async () => (await import('#contract/accounts/sign-in/credentials.ts')).loginBody)

/** Username or email, and password; then a code, where the account asks for one. What stands around this screen moves on once somebody is signed in. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
  const session = useSession()
  const form = useForm<LoginBody>({
    resolver: rules,
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  })
  const [isCodeAsked, setCodeAsked] = useState(false)
  const sessionLost = session.status === 'signed-out' && session.why === 'ended'
  const { errors, isSubmitting, isSubmitted } = form.formState
  const failure = errors.root?.message ?? (sessionLost && !isSubmitted && VERIFY_FAILED)
  async function submit(body: LoginBody) {
    try {
      signIn(await logIn(body))
    } catch (error) {
      const aboutCode = error instanceof ApiError && error.errors.find(({ path }) => path === 'code')
      if (aboutCode) {
        if (isCodeAsked) form.setError('code', { message: aboutCode.message }, { shouldFocus: true })
        setCodeAsked(true)
        return
      }
      // A user who is refused for another reason has the wrong password.
      if (error instanceof ApiError && error.status === 401) startAgain()
      form.setError('root', { message: (error instanceof ApiError && error.message) || FAILED })
    }
  }
  function startAgain() {
    form.setValue('code', undefined)
    form.clearErrors()
    setCodeAsked(false)
  }
  return (
    <AuthLayout
      title={isCodeAsked ? 'Enter your code' : 'Sign in'}
      tabTitle="Sign in"
      lead={isCodeAsked ? 'One more step.' : 'Welcome back.'}
    >
      {failure && <Callout kind="error">{failure}</Callout>}
      {storedDraft() && <Callout>We’ll keep what you typed until you’ve signed in.</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(submit)}>
        {isCodeAsked ? <CodeStep form={form} onBack={startAgain} /> : <NameAndPassword form={form} />}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isSubmitting || session.status === 'signed-in'}
          busyLabel="Signing in…"
        >
          Sign In
        </Button>
      </form>
      {!isCodeAsked && browserHasPasskeys() && (
        <PasskeyButton onStart={() => form.clearErrors()} onFailure={(message) => form.setError('root', { message })} />
      )}
      {!isCodeAsked && <OtherWays onForgot={onForgot} />}
    </AuthLayout>
  )
}

function NameAndPassword({ form }: { form: UseFormReturn<LoginBody> }) {
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
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
    </>
  )
}

function OtherWays({ onForgot }: { onForgot: () => void }) {
  return (
    <>
      <div>
        <button type="button" className="textlink textlink--button" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
      <p>
        Don’t have an account?{' '}
        <a className="textlink" href="/register">
          Register
        </a>
      </p>
    </>
  )
}

/** In place of name and password, once those were right: the code of the second factor, from the app or on paper. */
function CodeStep({ form, onBack }: { form: UseFormReturn<LoginBody>; onBack: () => void }) {
  const [isOnPaper, setOnPaper] = useState(false)
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  function changeKind() {
    form.resetField('code', { defaultValue: '' })
    setOnPaper(!isOnPaper)
    setFocus('code')
  }
  return (
    <>
      <TextField
        form={form}
        name="code"
        label={isOnPaper ? 'Recovery code' : 'Code'}
        help={isOnPaper ? 'One you haven’t used yet.' : 'The six digits your authenticator app shows now.'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={isOnPaper ? 'text' : 'numeric'}
        aria-required="true"
      />
      <div className="flex flex-wrap justify-between gap-3">
        <button type="button" className="textlink textlink--button" onClick={changeKind}>
          {isOnPaper ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="textlink textlink--button" onClick={onBack}>
          Start again
        </button>
      </div>
    </>
  )
}
