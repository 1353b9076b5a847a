import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type Passkey,
  passkeySchema,
  type RenamePasskeyForm,
  renamePasskeyForm,
} from '#contract/accounts/sign-in/passkeys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { showRefusal } from '../show-refusal.ts'
import { usePasskeysRefresh } from './passkeys-query.ts'

/** Another name for a passkey. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = usePasskeysRefresh()
  const form = useForm<RenamePasskeyForm>({ resolver: zodResolver(renamePasskeyForm), defaultValues: { name } })
  const rename = useMutation({
    mutationFn: (body: RenamePasskeyForm) => api.patch(passkeySchema, `/api/passkeys/${id}`, body),
    onSuccess: (renamed) => {
      onClose()
      toast.success(`It’s called ${renamed.name} now.`)
      return refresh()
    },
    onError: (error) => showRefusal(error, form, 'We couldn’t rename the passkey'),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title={`Rename ${name}`}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => rename.mutate(body))}
      submitLabel="Save"
      busy={rename.isPending}
      busyLabel="Saving…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <TextField form={form} name="name" label="Name" autoComplete="off" aria-required="true" />
    </FormDialog>
  )
}
