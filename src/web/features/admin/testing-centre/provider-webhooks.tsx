import { zodResolver } from '@hookform/resolvers/zod'
import { RefreshCw } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { updateWebhooksAnswer, updateWebhooksBody } from '#contract/admin.ts'
import { api } from '#web/lib/api-client.ts'
import { useOneAtATime } from '#web/lib/one-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { failureText } from '../webhooks/failure-text.ts'
import { showRefusals } from '../webhooks/show-refusals.ts'

const FAILED = 'Failed to update webhooks'
const NAMES: Record<string, string> = {
  voice: 'Voice',
  status: 'Status',
  sms: 'SMS',
  voiceFallback: 'Voice fallback',
  smsFallback: 'SMS fallback',
}

/** Tells the provider whom it asks when our number is rung or written to. */
export function ProviderWebhooks() {
  const update = useUpdateWebhooks()
  const form = useForm({ resolver: zodResolver(updateWebhooksBody), defaultValues: { baseUrl: '' }, mode: 'onTouched' })
  const { errors } = form.formState
  return (
    <div className="split">
      <form
        noValidate
        className="grid content-start gap-5"
        onSubmit={form.handleSubmit(({ baseUrl }) =>
          update.mutate(baseUrl, { onError: (error) => showRefusals(form, error) }),
        )}
      >
        <h2>Update the provider’s webhooks</h2>
        <Field
          label="Base URL"
          help="Where the provider reaches this server. Everybody who rings or texts Cooee’s number is answered from there."
          error={errors.baseUrl?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('baseUrl')}
              type="url"
              placeholder={window.location.origin}
              autoComplete="url"
              aria-required="true"
            />
          )}
        </Field>
        <div>
          <Button variant="primary" type="submit" busy={update.isPending} busyLabel="Updating…">
            <RefreshCw />
            Update Webhooks
          </Button>
        </div>
      </form>
      <div className="grid content-start gap-4">
        <h3>Addresses</h3>
        <div role="status">
          {update.data ? (
            <Callout kind="ok" title="Webhooks updated">
              The provider asks these addresses now.
            </Callout>
          ) : (
            <p className="muted">What the provider asks is shown here once it was set.</p>
          )}
        </div>
        {update.data && <Addresses {...update.data} />}
      </div>
    </div>
  )
}

function Addresses({ webhooks, previous }: { webhooks: Record<string, string>; previous: Record<string, string> }) {
  return (
    <dl className="kvlist">
      {Object.entries(webhooks).map(([name, url]) => {
        const before = previous[name]
        return (
          <div key={name}>
            <dt>{NAMES[name] ?? name}</dt>
            <dd className="mono">{url}</dd>
            {before && before !== url && <dd className="small muted">Before: {before}</dd>}
            <dd className="pt-2">
              <CopyButton text={url} about={`${NAMES[name] ?? name} address`} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function useUpdateWebhooks() {
  return useOneAtATime({
    mutationFn: (baseUrl: string) => api.post(updateWebhooksAnswer, '/api/admin/twilio/update-webhooks', { baseUrl }),
    onError: (error) => toast.error(failureText(error, { refused: FAILED, otherwise: FAILED })),
  })
}
