import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  type ChangePasswordBody,
  changedPasswordSchema,
  changePasswordForm,
} from '#contract/accounts/sign-in/security.ts'
import { api } from '#web/lib/http/api-client.ts'
import { signIn } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/form/form-fields.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CurrentPassword } from './current-password.tsx'
import { useSessionsRefresh } from './sessions-query.ts'
import { showRefusal } from './show-refusal.ts'

type Typed = z.input<typeof changePasswordForm>

const NOTHING: Typed = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** A new password, for a user who knows the present one. This browser stays signed in, every other is signed out. */
export function ChangePassword() {
  const user = useUser()
  const refreshSessions = useSessionsRefresh()
  const form = useForm<Typed>({ resolver: zodResolver(changePasswordForm), mode: 'onTouched', defaultValues: NOTHING })
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: ChangePasswordBody) =>
      api.post(changedPasswordSchema, '/api/password/change', { currentPassword, newPassword }),
    onSuccess: ({ token }) => {
      signIn({ user, token })
      form.reset(NOTHING)
      toast.success('We’ve signed out every other device.', 'You’ve changed your password')
      return refreshSessions()
    },
    onError: (error) => showRefusal(error, form, 'We couldn’t change your password'),
  })
  const { errors } = form.formState
  return (
    <section className="card card__body" aria-labelledby="password-heading">
      <h2 id="password-heading" className="mb-5">
        Change password
      </h2>
      <form
        noValidate
        className="grid gap-5"
        aria-labelledby="password-heading"
        onSubmit={form.handleSubmit((typed) => change.mutate(typed))}
      >
        {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
        <CurrentPassword form={form} name="currentPassword" label="Current Password" />
        <PasswordField
          form={form}
          name="newPassword"
          label="New Password"
          help="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
          autoComplete="new-password"
          aria-required="true"
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm New Password"
          autoComplete="new-password"
          aria-required="true"
        />
        <p className="muted">We’ll sign out every other device.</p>
        <div className="form-actions">
          <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Changing…">
            Change Password
          </Button>
        </div>
      </form>
    </section>
  )
}
