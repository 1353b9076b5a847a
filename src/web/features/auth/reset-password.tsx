import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { RESET_FAILED, resetPasswordForm } from '#contract/accounts/sign-in/password-reset.ts'
import { messageBody } from '#contract/wire.ts'
import { tokenSearch } from '#web/domain/search-parameters.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { AppLink, useGo } from '#web/lib/routing/app-link.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { useTokenOfLink } from '#web/lib/routing/token-of-link.ts'
import { forgetSession } from '#web/lib/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/form/form-fields.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { AuthLayout } from './auth-layout.tsx'

const NO_TOKEN = 'No reset token found. Please request a new password reset link.'
const BACK_TO_LOGIN_MS = 3000

/** A new password, for a visitor with the link from the mail. */
export function ResetPassword() {
  const token = useTokenOfLink(useSearch(tokenSearch).token)
  return <AuthLayout title="Reset password">{token ? <NewPassword token={token} /> : <NoToken />}</AuthLayout>
}

function NoToken() {
  return (
    <>
      <Callout kind="error">{NO_TOKEN}</Callout>
      <div>
        <AppLink className={buttonClass({ variant: 'primary', size: 'lg', block: true })} href="/login#forgot">
          Request a new link
        </AppLink>
      </div>
      <BackToSignIn />
    </>
  )
}

function BackToSignIn() {
  return (
    <div>
      <AppLink className="textlink" href="/login">
        <ArrowLeft />
        Back to sign in
      </AppLink>
    </div>
  )
}

function NewPassword({ token }: { token: string }) {
  type Typed = z.infer<typeof resetPasswordForm>
  const go = useGo()
  const form = useForm<Typed>({
    resolver: zodResolver(resetPasswordForm),
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  })
  const reset = useMutation({
    mutationFn: ({ password }: Typed) =>
      api.post(messageBody, '/api/password/reset', { token, password }, { anonymous: true }),
    // The server has ended every session of this account.
    onSuccess: () => forgetSession('revoked'),
    onError: (error) => toast.error(messageOf(error), 'Password reset failed'),
  })
  useEffect(() => {
    if (!reset.isSuccess) return
    const timer = setTimeout(() => go('/login'), BACK_TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [reset.isSuccess, go])

  if (reset.isSuccess) {
    return (
      <>
        <div role="status">
          <Callout kind="ok" title="You’ve changed your password">
            You can sign in with it now. We’ll take you there in a moment.
          </Callout>
        </div>
        <BackToSignIn />
      </>
    )
  }
  return (
    <>
      {reset.isError && <Callout kind="error">{messageOf(reset.error)}</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit((typed) => reset.mutate(typed))}>
        <PasswordField
          form={form}
          name="password"
          label="New Password"
          help="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
          autoComplete="new-password"
        />
        <PasswordField form={form} name="confirmPassword" label="Confirm New Password" autoComplete="new-password" />
        <Button type="submit" variant="primary" size="lg" block busy={reset.isPending} busyLabel="Saving…">
          Reset Password
        </Button>
      </form>
      <BackToSignIn />
    </>
  )
}

function messageOf(error: Error): string {
  return (error instanceof ApiError && error.message) || RESET_FAILED
}
