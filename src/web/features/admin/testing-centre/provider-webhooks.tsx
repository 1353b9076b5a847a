import { zodResolver } from '@hookform/resolvers/zod'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { updateWebhooksAnswer, updateWebhooksBody } from '#contract/admin/admin.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useOneAtATime } from '#web/lib/http/one-at-a-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from '../webhooks/failure-text.ts'

const FAILED = 'Failed to update webhooks'
const NAMES: Record<string, string> = {
  voice: 'Voice',
  status: 'Status',
  sms: 'SMS',
  voiceFallback: 'Voice fallback',
  smsFallback: 'SMS fallback',
  voiceApplication: 'Voice application',
  smsApplication: 'SMS application',
  trunk: 'SIP trunk',
}

/** Sets at the provider the addresses that it asks when our number is rung or written to. */
export function ProviderWebhooks() {
  const update = useUpdateWebhooks()
  const form = useForm({
    resolver: zodResolver(updateWebhooksBody),
    defaultValues: { baseUrl: window.location.origin },
    mode: 'onTouched',
  })
  const [asked, setAsked] = useState<string>()
  function point(baseUrl: string) {
    update.mutate(baseUrl, {
      onError: (error) => showRefusals(form, error),
      onSettled: () => setAsked(undefined),
    })
  }
  return (
    <div className="split">
      <form
        noValidate
        className="grid content-start gap-5"
        onSubmit={form.handleSubmit(({ baseUrl }) => setAsked(baseUrl))}
      >
        <h2>Update the provider’s webhooks</h2>
        <TextField
          form={form}
          name="baseUrl"
          label="Base URL"
          help="Where the provider reaches this server. Everybody who rings or texts Cooee’s number is answered from there."
          type="url"
          autoComplete="url"
          aria-required="true"
        />
        <div>
          <Button variant="primary" type="submit" busy={update.isPending} busyLabel="Updating…">
            <RefreshCw />
            Update Webhooks
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title="Change whom the provider asks?"
        description={`The voice, status and SMS addresses of Cooee’s number are set to ${asked}, and their fallbacks with them. An application or trunk that is asked instead is taken off. From then on everybody who rings or texts the number is answered from there.`}
        cancelLabel="Keep the addresses"
        confirmLabel="Change the addresses"
        busy={update.isPending}
        busyLabel="Updating…"
        onConfirm={() => asked !== undefined && point(asked)}
      />
      <div className="grid content-start gap-4">
        <h3>Addresses</h3>
        <div role="status">
          {update.data ? (
            <Callout kind="ok" title="Webhooks updated">
              The provider asks these addresses now.
            </Callout>
          ) : (
            <p className="muted">Once you’ve updated them, we show the addresses here.</p>
          )}
        </div>
        {update.data && <Addresses {...update.data} />}
      </div>
    </div>
  )
}

type AddressesByName = Readonly<Record<string, string>>

/** The addresses that are asked now and those before, so that somebody can put them back. */
function Addresses({ webhooks, previous }: { webhooks: AddressesByName; previous: AddressesByName }) {
  const takenOff = Object.entries(previous).filter(([name]) => !(name in webhooks))
  const hasChanged = takenOff.length > 0 || Object.entries(webhooks).some(([name, url]) => previous[name] !== url)
  return (
    <>
      <dl className="kvlist">
        {Object.entries(webhooks).map(([name, url]) => (
          <div key={name}>
            <dt>{nameInWords(name)}</dt>
            <dd className="mono">{url}</dd>
            <dd className="pt-2">
              <CopyButton text={url} about={`${nameInWords(name)} address`} />
            </dd>
            <Before name={name} before={previous[name]} now={url} />
          </div>
        ))}
      </dl>
      {takenOff.length > 0 && (
        <>
          <h4>Taken off</h4>
          <dl className="kvlist">
            {takenOff.map(([name, before]) => (
              <div key={name}>
                <dt>{nameInWords(name)}</dt>
                <dd className="mono">{before}</dd>
                <dd className="pt-2">
                  <CopyButton text={before} about={nameInWords(name)} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="small muted">
        {hasChanged
          ? 'To undo this, enter what was there before in the provider’s console.'
          : 'They were the same before.'}
      </p>
    </>
  )
}

function Before({ name, before, now }: { name: string; before: string | undefined; now: string }) {
  if (before === now) return null
  return (
    <>
      <dd className="small muted">Before: {before || 'none'}</dd>
      {before && (
        <dd className="pt-2">
          <CopyButton text={before} label="Copy address before" about={nameInWords(name)} />
        </dd>
      )}
    </>
  )
}

function nameInWords(name: string): string {
  return NAMES[name] ?? name
}

function useUpdateWebhooks() {
  return useOneAtATime({
    mutationFn: (baseUrl: string) => api.post(updateWebhooksAnswer, '/api/admin/twilio/update-webhooks', { baseUrl }),
    onError: (error) => toast.error(failureText(error, { refused: FAILED, otherwise: FAILED })),
  })
}
