import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { RESET_REQUESTED_MESSAGE, requestResetBody } from '#contract/accounts/sign-in/password-reset.ts'
import { messageBody } from '#contract/wire.ts'
import { api } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { AuthLayout } from './auth-layout.tsx'

type RequestReset = z.infer<typeof requestResetBody>

/** Asks for a reset link. The answer never says whether the address is known. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const form = useForm<RequestReset>({
    resolver: zodResolver(requestResetBody),
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const [answer, setAnswer] = useState<'requested' | 'failed'>()
  async function request(body: RequestReset) {
    try {
      await api.post(messageBody, '/api/password/request-reset', body, { anonymous: true })
      setAnswer('requested')
    } catch {
      setAnswer('failed')
    }
  }
  useEffect(() => form.setFocus('email'), [form])
  const error = form.formState.errors.email?.message
  return (
    <AuthLayout title="Forgot password" lead="Enter your email and we’ll send you a link to set a new password.">
      {answer === 'failed' && (
        <Callout kind="error" title="Something went wrong">
          Please try again later.
        </Callout>
      )}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(request)}>
        <Field label="Email" error={error}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={form.formState.isSubmitting} busyLabel="Sending…">
          Send Reset Link
        </Button>
      </form>
      <div role="status">{answer === 'requested' && <Callout kind="ok">{RESET_REQUESTED_MESSAGE}</Callout>}</div>
      <div>
        <button type="button" className="textlink textlink--button" onClick={onBack}>
          <ArrowLeft />
          Back to sign in
        </button>
      </div>
    </AuthLayout>
  )
}
