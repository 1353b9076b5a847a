import { useQuery } from '@tanstack/react-query'
import { Check, Clock, ExternalLink } from 'lucide-react'
import type { Invoice } from '#contract/accounts/billing.ts'
import { formatDollars } from '#core/format/currency.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { isWebAddress } from '#web/lib/forms/leave-for.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { Loading } from '#web/ui/states.tsx'
import { billingHistoryQuery } from './subscription-api.ts'

const COLUMNS: Column<Invoice>[] = [
  { header: 'Invoice', className: 'num', cell: (invoice) => <strong>{nameOf(invoice)}</strong> },
  { header: 'Date', className: 'num', cell: ({ date }) => dayOf(date) },
  { header: 'Amount', className: 'num', cell: ({ amount }) => formatDollars(amount) },
  { header: 'Status', className: 'i-s', cell: ({ status }) => <InvoiceStatus status={status} /> },
  {
    header: 'Link',
    hiddenHeader: true,
    cell: (invoice) => isWebAddress(invoice.url) && <ViewInvoice invoice={invoice} url={invoice.url} />,
  },
]

/** The invoices, newest first. `onlyIfAny`: nothing at all where there may well be none. */
export function BillingHistory({ onlyIfAny = false }: { onlyIfAny?: boolean }) {
  const { data } = useQuery(billingHistoryQuery)
  if (onlyIfAny && !data?.invoices.length) return null
  return (
    <section className="grid gap-4" aria-labelledby="billing-history">
      <h2 id="billing-history">Billing history</h2>
      <Invoices />
    </section>
  )
}

function Invoices() {
  const query = useQuery(billingHistoryQuery)
  const history = useLoadState(query)
  if (history.status === 'loading') {
    return (
      <Loading className="card card__body grid gap-3" shapes={[{ width: '80%' }, { width: '70%' }]}>
        Loading billing history
      </Loading>
    )
  }
  if (history.status === 'failed') {
    return (
      <Card>
        <LoadFailure query={query} title="Failed to load billing history. Please try again." />
      </Card>
    )
  }
  if (history.data.invoices.length === 0) {
    return (
      <Card className="card__body">
        <p className="muted">No invoices yet.</p>
      </Card>
    )
  }
  return (
    <>
      {history.stale && <StaleNotice />}
      <DataTable
        caption="Invoices"
        className="t-inv"
        columns={COLUMNS}
        rows={history.data.invoices}
        rowKey={({ id }) => id}
      />
    </>
  )
}

/** Some invoices never get a number. */
const nameOf = ({ number, id }: Invoice): string => number ?? id

/** The card provider's words, for people. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  paid: 'Paid',
  open: 'Not paid yet',
  draft: 'Being prepared',
  uncollectible: 'Not paid',
  void: 'Cancelled',
}

function InvoiceStatus({ status }: { status: string }) {
  const isPaid = status === 'paid'
  return (
    <span className="pill" data-status={isPaid ? 'completed' : 'other'}>
      {isPaid ? <Check /> : <Clock />}
      {STATUS_WORDS[status] ?? status}
    </span>
  )
}

function ViewInvoice({ invoice, url }: { invoice: Invoice; url: string }) {
  return (
    <a className="textlink" href={url} target="_blank" rel="noreferrer">
      {invoice.status === 'open' ? 'Pay now' : 'View'}{' '}
      <span className="sr-only">invoice {nameOf(invoice)} (opens in a new tab)</span>
      <ExternalLink />
    </a>
  )
}
