import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { testWebhookBody, type Webhook } from '#contract/admin/webhooks.ts'
import { formatTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { isShownBesideFields, showRefusals } from '#web/lib/forms/show-refusals.ts'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField, TextareaField, TextField } from '#web/ui/form/form-fields.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from './failure-text.ts'
import { testPayload } from './test-payload.ts'
import { useTestWebhook } from './webhooks-api.ts'

const TEXTS = { refused: 'Failed to test webhook', otherwise: 'An error occurred while testing the webhook' }
const testForm = testWebhookBody.omit({ webhookId: true })
type Typed = z.input<typeof testForm>
type Checked = z.output<typeof testForm>

interface TestWebhookDialogProps {
  /** The webhook whose row it was opened from. */
  webhook?: Webhook
  /** The webhook is a sample, which the server knows nothing of. */
  isSample?: boolean
  onClose: () => void
}

/** Sends a payload once, and closes when the receiver took it. */
export function TestWebhookDialog({ webhook, isSample = false, onClose }: TestWebhookDialogProps) {
  const test = useTestWebhook()
  const form = useForm<Typed, unknown, Checked>({
    resolver: zodResolver(testForm),
    mode: 'onTouched',
    defaultValues: { url: webhook?.url ?? '', payload: testPayload(new Date(), webhook), secret: '' },
  })
  const { isDirty } = form.formState
  function submit(details: Checked) {
    test.mutate(
      { ...details, webhookId: isSample ? undefined : webhook?.id },
      {
        onSuccess: () => {
          const time = formatTime(new Date(), viewerZone())
          toast.success(`The webhook was sent successfully at ${time}.`, 'Webhook tested')
          onClose()
        },
        onError: (error) => {
          toast.error(failureText(error, TEXTS))
          showRefusals(form, error)
        },
      },
    )
  }
  return (
    <FormDialog
      title="Test Webhook"
      description={webhook?.name}
      hasChanges={isDirty}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      // What was said of the last try is not said of what stands there now.
      onChange={() => test.isError && test.reset()}
      submitLabel="Send Test Webhook"
      busy={test.isPending}
      busyLabel="Sending…"
    >
      {test.isError && !isShownBesideFields(form.getValues(), test.error) && (
        <Callout kind="error">{failureText(test.error, TEXTS)}</Callout>
      )}
      <TextField form={form} name="url" label="Webhook URL" type="url" autoComplete="off" />
      <TextareaField
        form={form}
        name="payload"
        label="Payload (JSON)"
        className="field--code"
        rows={9}
        spellCheck={false}
      />
      <PasswordField
        form={form}
        name="secret"
        label="Webhook Secret"
        optional
        help={
          webhook?.hasSecret
            ? 'Leave empty to sign with the secret of this webhook.'
            : 'When given, the test is signed with it.'
        }
        what="secret"
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
