import { useInfiniteQuery } from '@tanstack/react-query'
import type { Webhook } from '#contract/admin/webhooks.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Callout } from '#web/ui/callout.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { DeliveryEntry } from './delivery-entry.tsx'
import { loadFailureHint } from './failure-text.ts'
import { deliveriesQuery } from './webhooks-api.ts'
import { troubleText } from './webhooks-table.tsx'

/** What a webhook was and is to be sent, newest first, and how each try went. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useInfiniteQuery(deliveriesQuery(webhook.id))
  const log = useLoadState(query)
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Delivery Log"
      description={webhook.name}
      footer={<DialogCancel>Close</DialogCancel>}
    >
      <div className="grid gap-4">
        {(webhook.switchedOff !== null || webhook.failingSince !== null) && (
          <Callout kind="quiet">{troubleText(webhook)}</Callout>
        )}
        {!webhook.active && webhook.switchedOff === null && (
          <Callout kind="quiet">This webhook is inactive: nothing is sent to it until it is switched on.</Callout>
        )}
        {log.status === 'ready' && log.stale && <StaleNotice />}
        {entries()}
      </div>
    </ResponsiveDialog>
  )

  function entries() {
    if (log.status === 'loading')
      return (
        <Loading className="grid gap-3" shapes={[{ height: '4rem' }, { height: '4rem' }, { height: '4rem' }]}>
          Loading the delivery log
        </Loading>
      )
    if (log.status === 'failed') {
      return <LoadFailure query={query} title="Failed to load the delivery log" hint={loadFailureHint(log.error)} />
    }
    const deliveries = log.data.pages.flat()
    if (deliveries.length === 0) {
      return (
        <EmptyState small headingLevel="h3" title="No deliveries yet">
          Every event sent to this webhook appears here, with each try to deliver it. Tests are not listed.
        </EmptyState>
      )
    }
    return (
      <>
        <ul className="wh-log">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryEntry webhook={webhook} delivery={delivery} />
            </li>
          ))}
        </ul>
        <LoadMore count={deliveries.length} of="deliveries" query={query} />
      </>
    )
  }
}
