import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { saveWebhookBody, WEBHOOK_EVENTS, type Webhook } from '#contract/admin/webhooks.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { useDraft, useFormDraft } from '#web/lib/forms/draft.ts'
import { isShownBesideFields, showRefusals } from '#web/lib/forms/show-refusals.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { PasswordField, TextField } from '#web/ui/form/form-fields.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from './failure-text.ts'
import { useSaveWebhook } from './webhooks-api.ts'
import { troubleText } from './webhooks-table.tsx'

/** Where drafts of this form are kept; after it the webhook's id, or "new". */
export const WEBHOOK_DRAFTS = 'webhook/'
const TEXTS = { refused: 'Failed to save webhook', otherwise: 'An error occurred while saving the webhook' }
const webhookForm = saveWebhookBody.omit({ id: true }).extend({ removesSecret: z.boolean() })
type Typed = z.input<typeof webhookForm>
type Checked = z.output<typeof webhookForm>

interface WebhookDialogProps {
  /** The webhook to change; without one a new one is created. */
  webhook?: Webhook
  onClose: () => void
}

/** Creates or changes a webhook. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const draft = useDraft<Typed>(`${WEBHOOK_DRAFTS}${webhook?.id ?? 'new'}`)
  const save = useSaveWebhook(draft.creationKey)
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(webhookForm),
    // Not when a field is left: the mistake that appears would push the events from under the pointer that chooses one.
    mode: 'onSubmit',
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook ? WEBHOOK_EVENTS.filter((event) => webhook.events.includes(event)) : ['call.completed'],
      secret: '',
      removesSecret: false,
      active: webhook?.active ?? true,
    },
  })
  useFormDraft(draft, form, ['secret'])
  const { errors, isDirty } = form.formState
  const removesSecret = form.watch('removesSecret')
  function submit({ removesSecret, secret, ...details }: Checked) {
    // A secret that is not typed stays as it is.
    const body = { ...details, id: webhook?.id, secret: removesSecret ? null : (secret ?? undefined) }
    save.mutate(body, {
      onSuccess: ({ name }) => {
        if (webhook) toast.success(`The webhook "${name}" has been updated.`, 'Webhook updated')
        else toast.success(`A new webhook "${name}" has been created.`, 'Webhook created')
        onClose()
      },
      onError: (error) => {
        toast.error(failureText(error, TEXTS))
        showRefusals(form, error)
      },
    })
  }
  return (
    <FormDialog
      title={webhook ? 'Edit Webhook' : 'Add Webhook'}
      hasChanges={isDirty}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      // What was said of the last try is not said of what stands there now.
      onChange={() => save.isError && save.reset()}
      submitLabel={webhook ? 'Update Webhook' : 'Create Webhook'}
      busy={save.isPending}
      busyLabel="Saving…"
    >
      <DraftNotice draft={draft} />
      {save.isError && !isShownBesideFields(form.getValues(), save.error) && (
        <SaveFailure text={failureText(save.error, TEXTS)} error={save.error} />
      )}
      {webhook && (webhook.switchedOff !== null || webhook.failingSince !== null) && (
        <Callout kind="quiet">
          {troubleText(webhook)}
          {webhook.switchedOff !== null && ' Once the receiver works again, switch it on below.'}
        </Callout>
      )}
      <div className="form-grid form-grid--2">
        <TextField form={form} name="name" label="Name" autoComplete="off" />
        <TextField form={form} name="url" label="URL" type="url" autoComplete="off" />
        <TextField form={form} name="description" label="Description" optional className="span-2" autoComplete="off" />
      </div>
      <EventsField register={form.register('events')} error={errors.events?.message} />
      <div className="form-grid form-grid--2 items-end">
        <PasswordField
          form={form}
          name="secret"
          label="Webhook Secret"
          optional
          help={webhook?.hasSecret ? 'One is set. Leave empty to keep it.' : undefined}
          what="secret"
          readOnly={removesSecret}
          autoComplete="new-password"
        />
        <Switch {...form.register('active')}>Active</Switch>
        {webhook?.hasSecret && (
          <Checkbox
            {...form.register('removesSecret', {
              onChange: () => form.setValue('secret', '', { shouldValidate: true }),
            })}
            className="span-2"
          >
            Remove the secret: nothing sent here is signed any more
          </Checkbox>
        )}
      </div>
    </FormDialog>
  )
}

interface EventsFieldProps {
  register: UseFormRegisterReturn
  error?: string
}

/** Which events a webhook receives. */
function EventsField({ register, error }: EventsFieldProps) {
  const errorId = useId()
  return (
    <fieldset className="field" aria-describedby={error ? errorId : undefined}>
      <legend className="field__label mb-1.5">Events</legend>
      <div className="wh-choices">
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} {...register} value={event} aria-invalid={error ? true : undefined}>
            <span className="mono">{event}</span>
          </Checkbox>
        ))}
      </div>
      {error && (
        <span className="field__error" id={errorId}>
          <CircleAlert />
          <span>{error}</span>
        </span>
      )}
    </fieldset>
  )
}
