import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Control, Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  type CreateAccessTokenBody,
  type CreatedAccessToken,
  createAccessTokenBody,
  createdAccessTokenSchema,
} from '#contract/accounts/access-tokens.ts'
import { TOKEN_SCOPES, type TokenScope } from '#contract/accounts/token-scopes.ts'
import { formatDate } from '#core/format/dates.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { api } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { CurrentPassword } from '../current-password.tsx'
import { SecondFactorCode } from '../second-factor/second-factor-code.tsx'
import { secondFactorQuery } from '../second-factor/second-factor-query.ts'
import { showRefusal } from '../show-refusal.ts'
import { useAccessTokensRefresh } from './access-tokens-query.ts'
import { SCOPE_WORDS } from './scope-words.ts'

type Typed = z.input<typeof createAccessTokenBody>

const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
] as const
const DAYS = { asValue: String, fromValue: Number }

/** What a program may do, until when, and the password; then the token, the only time it is seen. */
export function CreateAccessToken({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedAccessToken | null>(null)
  return created ? (
    <CreatedDialog created={created} onClose={onClose} />
  ) : (
    <CreateDialog onClose={onClose} onCreated={setCreated} />
  )
}

function CreateDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: CreatedAccessToken) => void
}) {
  const refresh = useAccessTokensRefresh()
  const isOn = useQuery(secondFactorQuery).data?.isOn ?? false
  const form = useForm<Typed, unknown, CreateAccessTokenBody>({
    resolver: zodResolver(createAccessTokenBody),
    defaultValues: { name: '', scopes: [], expiresInDays: 90, password: '', code: '' },
  })
  const create = useMutation({
    mutationFn: ({ code, ...body }: CreateAccessTokenBody) =>
      api.post(createdAccessTokenSchema, '/api/access-tokens', { ...body, ...(code && { code }) }),
    onSuccess: (created) => {
      onCreated(created)
      return refresh()
    },
    onError: (error) => {
      // A code counts once.
      form.setValue('code', '')
      showRefusal(error, form, 'We couldn’t create the token')
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title="Create an access token"
      description="A program that has the token can do what you choose here, in your name."
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => create.mutate(body))}
      submitLabel="Create token"
      busy={create.isPending}
      busyLabel="Creating…"
    >
      {errors.root && <Callout kind="error">{errors.root.message}</Callout>}
      <TextField
        form={form}
        name="name"
        label="Name"
        help="So you know later whose it is, like the name of the agency."
        autoComplete="off"
        aria-required="true"
      />
      <ScopeChoices control={form.control} />
      <SelectField form={form} name="expiresInDays" label="Works for" options={LIFETIMES} held={DAYS} />
      <CurrentPassword form={form} name="password" help="So nobody else can do it on your screen." />
      {(isOn || errors.code) && <SecondFactorCode form={form} name="code" />}
    </FormDialog>
  )
}

/** A choice for each thing; none of them to begin with. What the member may not do is not offered. */
function ScopeChoices({ control }: { control: Control<Typed, unknown, CreateAccessTokenBody> }) {
  const mayCare = useRight('care')
  const mayHear = useRight('hear')
  const offered = SCOPE_WORDS.filter(({ resource }) => resource !== 'words' || mayHear)
  return (
    <Controller
      control={control}
      name="scopes"
      render={({ field, fieldState }) => (
        <fieldset aria-describedby={fieldState.error ? 'scopes-error' : undefined}>
          <legend className="field__label mb-3">What it may do</legend>
          <div className="grid gap-4 md:grid-cols-2">
            {offered.map(({ resource, label, read, write }) => (
              <Field key={resource} label={label}>
                {(own) => (
                  <Select
                    {...own}
                    label={label}
                    value={field.value.find((scope) => scope.startsWith(`${resource}:`)) ?? 'none'}
                    options={[
                      { value: 'none', label: 'Nothing' },
                      ...(read ? [{ value: `${resource}:read`, label: read }] : []),
                      ...(write && (mayCare || resource === 'incidents')
                        ? [{ value: `${resource}:write`, label: write }]
                        : []),
                    ]}
                    onChange={(chosen) => {
                      const others = field.value.filter((scope) => !scope.startsWith(`${resource}:`))
                      field.onChange(isScope(chosen) ? [...others, chosen] : others)
                    }}
                  />
                )}
              </Field>
            ))}
          </div>
          {fieldState.error && (
            <span className="field__error mt-3" id="scopes-error" role="alert">
              <CircleAlert />
              <span>{fieldState.error.message}</span>
            </span>
          )}
        </fieldset>
      )}
    />
  )
}

const isScope = (value: string): value is TokenScope => (TOKEN_SCOPES as readonly string[]).includes(value)

/** The token itself, once. */
function CreatedDialog({
  created: { token, name, expiresAt },
  onClose,
}: {
  created: CreatedAccessToken
  onClose: () => void
}) {
  const { timezone } = useUser()
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Copy your access token"
      description={`${name} works until ${formatDate(new Date(expiresAt), timezone)}.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      }
    >
      <div className="grid gap-5">
        <Callout kind="warning">
          We won’t show it again. Anyone with this token can use Cooee in your name, so treat it like a password.
        </Callout>
        <code className="wrap-anywhere">{token}</code>
        <div>
          <CopyButton text={token} label="Copy the token" size="md" />
        </div>
      </div>
    </ResponsiveDialog>
  )
}
