import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type EndSecondFactorBody, endSecondFactorBody } from '#contract/second-factor.ts'
import { api } from '#web/lib/api-client.ts'
import { useUser } from '#web/lib/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/dialog.tsx'
import { Field, Input, PasswordInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSecondFactorRefresh } from './second-factor-query.ts'
import { showRefusal } from './show-refusal.ts'

/** Asks for the password and a code: neither an open screen nor a stolen password is enough. */
export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { username } = useUser()
  const refresh = useSecondFactorRefresh()
  const form = useForm<EndSecondFactorBody>({
    resolver: zodResolver(endSecondFactorBody),
    defaultValues: { password: '', code: '' },
  })
  const end = useMutation({
    mutationFn: (body: EndSecondFactorBody) => api.postWithoutAnswer('/api/second-factor/off', body),
    onSuccess: () => {
      onClose()
      toast.success('You only need your password to sign in.', 'The authenticator app is switched off')
      return refresh()
    },
    onError: (error) => showRefusal(error, form, 'We couldn’t switch off the authenticator app'),
  })
  const { errors } = form.formState
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Switch off the authenticator app?"
      description="You’ll only need your password to sign in. Your recovery codes stop working."
      footer={
        <>
          <DialogCancel>Keep it on</DialogCancel>
          <Button type="submit" form={formId} variant="destructive" busy={end.isPending} busyLabel="Switching off…">
            Switch off
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={form.handleSubmit((typed) => end.mutate(typed))}>
        {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
        <input hidden readOnly type="text" autoComplete="username" value={username} />
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('password')}
              autoComplete="current-password"
              aria-required="true"
            />
          )}
        </Field>
        <Field label="Code" help="From the app, or a recovery code." error={errors.code?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('code')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              aria-required="true"
            />
          )}
        </Field>
      </form>
    </ResponsiveDialog>
  )
}
