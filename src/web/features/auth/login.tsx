import { lazy, Suspense, useState } from 'react'
import { SignInForm } from './sign-in-form.tsx'

const ForgotPassword = lazy(async () => ({ default: (await import('./forgot-password.tsx')).ForgotPassword }))

/** Signing in, with the way out for a forgotten password. */
export function Login() {
  const [forgot, setForgot] = useState(window.location.hash === '#forgot')
  const form = <SignInForm onForgot={() => setForgot(true)} />
  return forgot ? (
    <Suspense fallback={form}>
      <ForgotPassword onBack={() => setForgot(false)} />
    </Suspense>
  ) : (
    form
  )
}
