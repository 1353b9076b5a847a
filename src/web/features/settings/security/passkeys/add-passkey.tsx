import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type AddPasskeyForm,
  addPasskeyForm,
  passkeyCreationSchema,
  passkeySchema,
} from '#contract/accounts/sign-in/passkeys.ts'
import { deviceName } from '#core/accounts/device-name.ts'
import { api } from '#web/lib/http/api-client.ts'
import { passkeyFailure } from '#web/lib/passkeys/passkey-failure.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { CurrentPassword } from '../current-password.tsx'
import { SecondFactorCode } from '../second-factor/second-factor-code.tsx'
import { secondFactorQuery } from '../second-factor/second-factor-query.ts'
import { showRefusal } from '../show-refusal.ts'
import { usePasskeysRefresh } from './passkeys-query.ts'

/** Asks for a name and the password, and for a code where signing in does; then the browser asks for face, finger or PIN. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const refresh = usePasskeysRefresh()
  const isOn = useQuery(secondFactorQuery).data?.isOn ?? false
  const form = useForm<AddPasskeyForm>({
    resolver: zodResolver(addPasskeyForm),
    defaultValues: { name: deviceName(navigator.userAgent), password: '', code: '' },
  })
  const add = useMutation({
    mutationFn: async ({ name, password, code }: AddPasskeyForm) => {
      const options = await api.post(passkeyCreationSchema, '/api/passkeys/options', { password, code })
      const { makePasskey } = await import('#web/lib/passkeys/ask-browser.ts')
      return api.post(passkeySchema, '/api/passkeys', { name, credential: await makePasskey(options) })
    },
    onSuccess: () => {
      onClose()
      toast.success('You can sign in with it from now on.', 'You’ve added a passkey')
      return refresh()
    },
    onError: (error) => {
      // A code counts once.
      form.setValue('code', '')
      showRefusal(error, form, passkeyFailure(error, 'We couldn’t add the passkey'))
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title="Add a passkey"
      description="Your device will ask for your face, your fingerprint or its screen lock."
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => add.mutate(typed))}
      submitLabel="Continue"
      busy={add.isPending}
      busyLabel="Waiting for your device…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <TextField
        form={form}
        name="name"
        label="Name"
        help="So you know later which device it’s on."
        autoComplete="off"
        aria-required="true"
      />
      <CurrentPassword form={form} name="password" help="So nobody else can do it on your screen." />
      {(isOn || errors.code) && <SecondFactorCode form={form} name="code" />}
    </FormDialog>
  )
}
