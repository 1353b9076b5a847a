import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Webhook } from '#contract/admin/webhooks.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { waitingDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { Loading } from '#web/ui/states.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { loadFailureHint } from './failure-text.ts'
import { SAMPLE_WEBHOOKS } from './sample-webhooks.ts'
import { TestWebhookDialog } from './test-webhook-dialog.tsx'
import { WEBHOOK_DRAFTS, WebhookDialog } from './webhook-dialog.tsx'
import { webhooksQuery } from './webhooks-api.ts'
import { WebhooksTable } from './webhooks-table.tsx'

/** Which dialog is open. */
type Open =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'delete' | 'deliveries'; webhook: Webhook }
  | { dialog: 'test'; webhook?: Webhook; isSample?: boolean }

/** The other systems that are notified of events. */
export function WebhooksTab() {
  const query = useQuery(webhooksQuery())
  const webhooks = useLoadState(query)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const loaded = webhooks.status === 'ready' ? webhooks.data : undefined
  const [draft, setDraft] = useState(() => waitingDraft(WEBHOOK_DRAFTS))
  // In which form somebody was typing when the session ended, it opens again.
  useEffect(() => {
    if (!draft || !loaded) return
    const webhook = loaded.find(({ id }) => String(id) === draft)
    if (webhook) setOpen({ dialog: 'edit', webhook })
    else if (draft === 'new') setOpen({ dialog: 'add' })
    setDraft(undefined)
  }, [draft, loaded])
  return (
    <section className="grid gap-4" aria-labelledby="webhooks-heading">
      <div className="wh-head">
        <h2 id="webhooks-heading">Webhooks</h2>
        <div>
          <Button onClick={() => setOpen({ dialog: 'test' })}>
            <Send />
            Test Webhook
          </Button>
          <Button variant="primary" onClick={() => setOpen({ dialog: 'add' })}>
            <Plus />
            Add Webhook
          </Button>
        </div>
      </div>
      {webhooks.status === 'ready' && webhooks.stale && <StaleNotice />}
      {list()}
      {dialog()}
    </section>
  )

  function list() {
    if (webhooks.status === 'loading')
      return (
        <Loading
          className="card card__body grid gap-5"
          shapes={[{ height: '3rem' }, { height: '3rem' }, { height: '3rem' }]}
        >
          Loading webhooks
        </Loading>
      )
    if (webhooks.status === 'failed') {
      return (
        <div className="card">
          <LoadFailure query={query} title="Failed to load webhooks" hint={loadFailureHint(webhooks.error)} />
        </div>
      )
    }
    if (webhooks.data.length === 0) {
      return (
        <>
          <Callout>
            This is sample data for demonstration only. Click Add Webhook to create your first real webhook.
          </Callout>
          <WebhooksTable
            webhooks={SAMPLE_WEBHOOKS}
            areSamples
            onAction={(_, webhook) => setOpen({ dialog: 'test', webhook, isSample: true })}
          />
        </>
      )
    }
    return (
      <WebhooksTable webhooks={webhooks.data} onAction={(action, webhook) => setOpen({ dialog: action, webhook })} />
    )
  }

  function dialog() {
    switch (open?.dialog) {
      case undefined:
        return null
      case 'add':
        return <WebhookDialog onClose={close} />
      case 'edit':
        return <WebhookDialog webhook={open.webhook} onClose={close} />
      case 'delete':
        return <DeleteWebhook webhook={open.webhook} onClose={close} />
      case 'deliveries':
        return <DeliveryLog webhook={latest(open.webhook)} onClose={close} />
      case 'test':
        return <TestWebhookDialog webhook={open.webhook} isSample={open.isSample} onClose={close} />
    }
  }

  /** A log stays open for some time, and Cooee may switch its webhook off meanwhile. */
  function latest(webhook: Webhook): Webhook {
    return loaded?.find(({ id }) => id === webhook.id) ?? webhook
  }
}
