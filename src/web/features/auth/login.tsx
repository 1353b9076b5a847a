import { useState } from 'react'
import { ForgotPassword } from './forgot-password.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in, with the way out for a forgotten password. */
export function Login() {
  const [forgot, setForgot] = useState(window.location.hash === '#forgot')
  return forgot ? <ForgotPassword onBack={() => setForgot(false)} /> : <SignInForm onForgot={() => setForgot(true)} />
}
