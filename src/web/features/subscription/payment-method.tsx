import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod as Card } from '#contract/accounts/billing.ts'
import { titleCase } from '#core/format/title-case.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { Loading } from '#web/ui/states.tsx'
import { paymentMethodsQuery, portalFailure, useOpenPortal } from './subscription-api.ts'

/** The cards that pay, and the way to change them. */
export function PaymentMethod() {
  return (
    <section className="grid gap-4" aria-labelledby="payment-method">
      <h2 id="payment-method">Payment method</h2>
      <div className="card card__body grid gap-5">
        <Cards />
        <ChangeCard />
      </div>
    </section>
  )
}

function Cards() {
  const query = useQuery(paymentMethodsQuery)
  const methods = useLoadState(query)
  if (methods.status === 'loading') {
    return (
      <Loading className="flex items-center gap-4" shapes={[{ width: '3.75rem', height: '2.5rem' }, { width: '8rem' }]}>
        Loading payment methods
      </Loading>
    )
  }
  if (methods.status === 'failed') {
    return <LoadFailure query={query} title="Failed to load payment methods. Please try again." />
  }
  if (methods.data.paymentMethods.length === 0) return <p className="muted">No card is saved.</p>
  const isOneUsed = methods.data.paymentMethods.some(({ paysPlan }) => paysPlan)
  const usedFirst = methods.data.paymentMethods.toSorted((a, b) => Number(b.paysPlan) - Number(a.paysPlan))
  return (
    <>
      {methods.stale && <StaleNotice />}
      <ul className="grid gap-4">
        {usedFirst.map((card) => (
          <li key={`${card.brand} ${card.last4} ${card.expMonth} ${card.expYear}`} className="flex items-center gap-4">
            <span className="paycard__chip" aria-hidden="true">
              {card.brand.slice(0, 4).toUpperCase()}
            </span>
            <div className="num">
              <strong>
                {titleCase(card.brand)} ending in {card.last4}
              </strong>
              <br />
              <span className="muted">Expires {expiry(card)}</span>
              {isOneUsed && (
                <>
                  <br />
                  {card.paysPlan ? 'Charged for your plan' : <span className="muted">Not used for your plan</span>}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** "08/2027" */
const expiry = ({ expMonth, expYear }: Card) => `${String(expMonth).padStart(2, '0')}/${expYear}`

function ChangeCard() {
  const portal = useOpenPortal()
  return (
    <div className="grid justify-items-start gap-3">
      {portal.isError && <Callout kind="error">{portalFailure(portal.error)}</Callout>}
      <Button
        busy={portal.isPending || portal.isSuccess}
        busyLabel="Opening the secure page…"
        onClick={() => portal.mutate()}
      >
        Change card
      </Button>
    </div>
  )
}
