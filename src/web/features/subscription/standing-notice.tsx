import { useQuery } from '@tanstack/react-query'
import { planNotice } from '#web/domain/account/plan-notice.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { isWebAddress } from '#web/lib/forms/leave-for.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { billingHistoryQuery, paymentFailure, portalFailure, useOpenPortal, usePayNow } from './subscription-api.ts'

/** What went wrong with the plan, until when calls go on, and what to do; nothing while all is well. */
export function StandingNotice({ standing }: { standing: PlanStanding }) {
  const now = useNow()
  // The trial's days are on the card itself.
  const notice = standing.kind === 'trial' ? null : planNotice(standing, now)
  if (!notice) return null
  const isUnpaid = standing.kind === 'past_due' || (standing.kind === 'suspended' && standing.cause === 'past_due')
  return (
    <Callout kind={notice.urgency === 'now' ? 'error' : 'warning'} title={notice.title}>
      <p>{notice.text}</p>
      {isUnpaid && (
        <ForRight right="manage" otherwise={null}>
          <PayNow />
        </ForRight>
      )}
    </Callout>
  )
}

function PayNow() {
  const portal = useOpenPortal()
  const payment = usePayNow()
  const invoices = useQuery(billingHistoryQuery).data?.invoices ?? []
  // The oldest that is open is the one that was to be paid first.
  const invoiceUrl = invoices.findLast(({ status }) => status === 'open')?.url
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={payment.isPending} busyLabel="Paying…" onClick={payment.pay}>
          Pay now
        </Button>
        <Button
          busy={portal.isPending || portal.isSuccess}
          busyLabel="Opening the secure page…"
          onClick={() => portal.mutate()}
        >
          Change card
        </Button>
      </div>
      {payment.isError && (
        <p>
          {paymentFailure(payment.error)}{' '}
          {isWebAddress(invoiceUrl) && (
            <a className="textlink" href={invoiceUrl} target="_blank" rel="noreferrer">
              Open the invoice <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </p>
      )}
      {portal.isError && <p>{portalFailure(portal.error)}</p>}
    </div>
  )
}
