import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, CircleX, CreditCard } from 'lucide-react'
import type { z } from 'zod'
import type { RenewalOutcome, SandboxSubscription, sandboxCards } from '#contract/admin/sandbox.ts'
import { formatDollars } from '#core/format/currency.ts'
import { formatDate } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { NewTab } from './new-tab.tsx'
import { cardsQuery, renewNow } from './sandbox-api.ts'

/** The cards that can be paid with here, and who has subscribed with one. */
export function Cards({ testCards, subscriptions }: z.infer<typeof sandboxCards>) {
  return (
    <div className="grid gap-5">
      <Panel
        title="Test cards"
        footer={
          <NewTab className={buttonClass({ variant: 'secondary' })} href="/subscription">
            Open Subscription
          </NewTab>
        }
      >
        <p className="sb-cards__hint">
          No money moves. Any expiry in the future and any three digits will do; other numbers are refused.
        </p>
        <ul className="list">
          {testCards.map(({ number, does }) => (
            <li key={number} className="sb-cards__card">
              <code className="num">{number}</code>
              <span>{does}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Subscriptions">
        {subscriptions.length === 0 ? (
          <EmptyState small headingLevel="h3" title="Nobody has subscribed yet">
            Subscribe with a test card. Months pass here when you say so.
          </EmptyState>
        ) : (
          <ul className="list">
            {subscriptions.map((subscription) => (
              <Row key={subscription.subscriptionId} subscription={subscription} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

function Row({ subscription }: { subscription: SandboxSubscription }) {
  const { subscriptionId, who, status, parts, monthlyCents, cardLast4 } = subscription
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: () => renewNow(subscriptionId),
    onSettled: () => client.invalidateQueries({ queryKey: cardsQuery.queryKey }),
  })
  const paysWith = cardLast4 ? `, card ending in ${cardLast4}` : ''
  return (
    <li className="sb-cards__row">
      <span className="act a-grey" aria-hidden="true">
        <CreditCard />
      </span>
      <div className="list__main">
        <h3 className="list__title">{who}</h3>
        <span className="list__meta">{parts.join(', ')}</span>
        <span className="list__meta num">
          {formatDollars(monthlyCents / 100)} a month{paysWith}
        </span>
        <span className="list__meta num">{until(subscription)}</span>
        <p className="sb-cards__outcome" role="status">
          {renew.isSuccess && OUTCOMES[renew.data.outcome]}
          {renew.isError && renew.error.message}
        </p>
      </div>
      <div className="list__end">
        <Status status={status} />
        {status !== 'ended' && (
          <Button
            variant="secondary"
            size="sm"
            busy={renew.isPending}
            aria-label={`${labelOf(subscription)}: ${who}`}
            onClick={() => renew.mutate()}
          >
            {labelOf(subscription)}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What came of it, in plain words. */
const OUTCOMES: Record<RenewalOutcome, string> = {
  renewed: 'The month is over, and the card has paid for the next one.',
  payment_failed:
    'The card was declined, so the month is not paid. Cooee gets the news the way a real card company sends it.',
  payment_recovered: 'The card has paid what was open.',
  ended: 'The month is over, and the subscription has ended.',
}

function labelOf({ status, isCancelling }: SandboxSubscription): string {
  if (status === 'past_due') return 'Charge the card again'
  return isCancelling ? 'End it now' : 'Renew now'
}

function until({ status, periodEnd, isCancelling }: SandboxSubscription): string {
  const day = formatDate(new Date(periodEnd), viewerZone())
  if (status === 'active') return `${isCancelling ? 'Ends' : 'Renews'} on ${day}`
  return status === 'past_due' ? 'The last month is not paid' : 'Will not be renewed'
}

const STATUSES = {
  active: { look: 'completed', Icon: CircleCheck, label: 'Active' },
  past_due: { look: 'missed', Icon: CircleX, label: 'Past due' },
  ended: { look: 'other', Icon: CircleSlash, label: 'Ended' },
} as const satisfies Record<SandboxSubscription['status'], object>

function Status({ status }: Pick<SandboxSubscription, 'status'>) {
  const { look, Icon, label } = STATUSES[status]
  return (
    <span className="pill" data-status={look}>
      <Icon />
      {label}
    </span>
  )
}
