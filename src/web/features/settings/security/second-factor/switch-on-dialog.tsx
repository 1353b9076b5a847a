import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type BeginSecondFactorBody,
  type BegunSecondFactor,
  beginSecondFactorBody,
  begunSecondFactorSchema,
  type ConfirmSecondFactorBody,
  confirmedSecondFactorSchema,
  confirmSecondFactorBody,
} from '#contract/accounts/sign-in/second-factor.ts'
import { api } from '#web/lib/http/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { CurrentPassword } from '../current-password.tsx'
import { useSessionsRefresh } from '../sessions-query.ts'
import { showRefusal } from '../show-refusal.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useSecondFactorRefresh } from './second-factor-query.ts'

interface StepProps {
  onClose: () => void
}

/** The password, then the app with its first code, then the recovery codes. */
export function SwitchOnDialog({ onClose }: StepProps) {
  const [begun, setBegun] = useState<BegunSecondFactor | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  if (recoveryCodes) return <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />
  if (begun) return <AppStep begun={begun} onConfirmed={setRecoveryCodes} onClose={onClose} />
  return <PasswordStep onBegun={setBegun} onClose={onClose} />
}

function PasswordStep({ onBegun, onClose }: StepProps & { onBegun: (begun: BegunSecondFactor) => void }) {
  const form = useForm<BeginSecondFactorBody>({
    resolver: zodResolver(beginSecondFactorBody),
    defaultValues: { password: '' },
  })
  const begin = useMutation({
    mutationFn: (body: BeginSecondFactorBody) => api.post(begunSecondFactorSchema, '/api/second-factor', body),
    onSuccess: onBegun,
    onError: (error) => showRefusal(error, form, 'We couldn’t switch on the authenticator app'),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title="Switch on an authenticator app"
      description="You need an authenticator app on your phone, like Aegis, 2FAS, Google Authenticator or Microsoft Authenticator."
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => begin.mutate(typed))}
      submitLabel="Continue"
      busy={begin.isPending}
      busyLabel="One moment…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <CurrentPassword form={form} name="password" help="So nobody else can do it on your screen." />
    </FormDialog>
  )
}

interface AppStepProps extends StepProps {
  begun: BegunSecondFactor
  onConfirmed: (recoveryCodes: string[]) => void
}

function AppStep({ begun: { secret, address }, onConfirmed, onClose }: AppStepProps) {
  const refresh = useSecondFactorRefresh()
  const refreshSessions = useSessionsRefresh()
  const form = useForm<ConfirmSecondFactorBody>({
    resolver: zodResolver(confirmSecondFactorBody),
    defaultValues: { code: '' },
  })
  const confirm = useMutation({
    mutationFn: (body: ConfirmSecondFactorBody) =>
      api.post(confirmedSecondFactorSchema, '/api/second-factor/confirm', body),
    onSuccess: ({ recoveryCodes }) => {
      onConfirmed(recoveryCodes)
      return Promise.all([refresh(), refreshSessions()])
    },
    onError: (error) => showRefusal(error, form, 'We couldn’t switch on the authenticator app'),
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title="Add Cooee to your app"
      description="Scan this with the authenticator app, or type the key into it."
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => confirm.mutate(typed))}
      submitLabel="Switch on"
      busy={confirm.isPending}
      busyLabel="Switching on…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <div className="grid justify-items-start gap-4">
        <QrCode text={address} label="QR code for your authenticator app" />
        <a className="textlink" href={address}>
          Open an app on this device
        </a>
        <div className="flex flex-wrap items-center gap-3">
          <code>{inGroups(secret)}</code>
          <CopyButton text={secret} about="the key" />
        </div>
      </div>
      <TextField
        form={form}
        name="code"
        label="Code"
        help="The six digits the app shows for Cooee now."
        autoComplete="one-time-code"
        inputMode="numeric"
        aria-required="true"
      />
      <p className="muted">We’ll sign out every other device.</p>
    </FormDialog>
  )
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
