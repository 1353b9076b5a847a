import { Check, ChevronDown, Clock, type LucideIcon, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import type { Delivery, Webhook } from '#contract/admin/webhooks.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { formatExactDateTime } from '#core/format/exact-date-time.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from './failure-text.ts'
import { isBeingSent, useSendAgain } from './webhooks-api.ts'

const AGAIN_FAILED = { refused: 'Please try again.', otherwise: 'Check your connection, then try again.' }

const STATES: Record<Delivery['state'], { label: string; look: string; icon: LucideIcon }> = {
  queued: { label: 'Waiting', look: 'scheduled', icon: Clock },
  delivered: { label: 'Delivered', look: 'completed', icon: Check },
  given_up: { label: 'Given up', look: 'failed', icon: X },
}

const BEING_SENT = { label: 'Being sent', look: 'in_progress', icon: RotateCw }

interface DeliveryEntryProps {
  webhook: Pick<Webhook, 'id' | 'active'>
  delivery: Delivery
}

/** One event for one webhook: how it stands, and unfolded every try and what was sent. */
export function DeliveryEntry({ webhook, delivery }: DeliveryEntryProps) {
  const [isOpen, setOpen] = useState(false)
  // It is rendered again as time passes.
  useNow()
  const { label, look, icon: Icon } = isBeingSent(delivery) ? BEING_SENT : STATES[delivery.state]
  return (
    <details className="wh-delivery" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="wh-delivery__event mono">{delivery.event}</span>
        <span className="pill" data-status={look}>
          <Icon />
          {label}
        </span>
        <span className="wh-delivery__meta num">
          {localTime(delivery.createdAt)}, {delivery.tries.length === 1 ? '1 try' : `${delivery.tries.length} tries`}
          {!isBeingSent(delivery) && <NextTry at={delivery.nextTryAt} />}
        </span>
        <ChevronDown className="wh-delivery__arrow" />
      </summary>
      {isOpen && <DeliveryDetails webhook={webhook} delivery={delivery} />}
    </details>
  )
}

function NextTry({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return null
  return <>, next try {Date.parse(at) <= now.getTime() ? 'now' : localTime(at)}</>
}

function DeliveryDetails({ webhook, delivery }: DeliveryEntryProps) {
  return (
    <div className="wh-delivery__body">
      {delivery.reason && <p>{delivery.reason}</p>}
      {delivery.tries.length > 0 && (
        <ol className="wh-tries" reversed aria-label="Tries, newest first">
          {delivery.tries.map((tried) => (
            <li key={tried.at}>
              <span className="num">
                {keptTogether(formatExactDateTime(new Date(tried.at), viewerZone()))}
                {tried.byHand && ', by hand'}
              </span>
              <span className={tried.error ? 'wh-tries__failed' : undefined}>{outcomeText(tried)}</span>
            </li>
          ))}
        </ol>
      )}
      <SendAgain webhook={webhook} delivery={delivery} />
      <p className="muted">
        Message ID <span className="mono">{delivery.messageId}</span>
      </p>
      <h3>Request body</h3>
      <pre className="codebox">{indented(delivery.body)}</pre>
    </div>
  )
}

function SendAgain({ webhook, delivery }: DeliveryEntryProps) {
  const again = useSendAgain(webhook.id, delivery.id)
  function send() {
    again.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.error(`Failed to send again: ${failureText(error, AGAIN_FAILED)}`),
    })
  }
  return (
    <Button
      className="justify-self-start"
      size="sm"
      disabled={!webhook.active}
      aria-label={`Send again: ${delivery.event} of ${localTime(delivery.createdAt)}`}
      busy={again.isPending}
      busyLabel="Sending…"
      onClick={send}
    >
      {!again.isPending && <RotateCw />}
      Send again
    </Button>
  )
}

/** "Answered 200 in 85 ms", or what went wrong and how long it took. */
function outcomeText({ status, error, durationMs }: Delivery['tries'][number]): string {
  const took = `${durationMs.toLocaleString('en-AU')} ms`
  return error === null ? `Answered ${status} in ${took}` : `${error} (${took})`
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function localTime(instant: string): string {
  return keptTogether(formatDateTime(new Date(instant), viewerZone()))
}
