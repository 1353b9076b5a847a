import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type EndSecondFactorBody, endSecondFactorBody } from '#contract/accounts/sign-in/second-factor.ts'
import { api } from '#web/lib/http/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CurrentPassword } from '../current-password.tsx'
import { showRefusal } from '../show-refusal.ts'
import { SecondFactorCode } from './second-factor-code.tsx'
import { useSecondFactorRefresh } from './second-factor-query.ts'

/** Asks for the password and a code: neither an open screen nor a stolen password is enough. */
export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
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
    <FormDialog
      title="Switch off the authenticator app?"
      description="You’ll only need your password to sign in. Your recovery codes stop working."
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => end.mutate(typed))}
      submitLabel="Switch off"
      busy={end.isPending}
      busyLabel="Switching off…"
      variant="destructive"
      cancelLabel="Keep it on"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <CurrentPassword form={form} name="password" />
      <SecondFactorCode form={form} name="code" />
    </FormDialog>
  )
}
