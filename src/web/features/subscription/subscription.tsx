import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Subscription as PlanAndUsage } from '#contract/accounts/billing.ts'
import { trialLeft } from '#web/domain/account/plan-notice.ts'
import { subscriptionQuery } from '#web/domain/account/plan-standing.ts'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { AddOns } from './add-ons.tsx'
import { BillingHistory } from './billing-history.tsx'
import { CheckoutNotice } from './checkout/checkout-notice.tsx'
import { SubscribeCard } from './checkout/subscribe-card.tsx'
import { useCheckoutReturn } from './checkout/use-checkout-return.ts'
import { CurrentPlan } from './current-plan.tsx'
import { EndingTypes } from './ending-types.tsx'
import { NobodyPays } from './nobody-pays.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { addOnsOf, endOf, planView } from './plan-view.ts'
import { StandingNotice } from './standing-notice.tsx'
import { refreshUser } from './subscription-api.ts'
import { SubscriptionEnd } from './subscription-end.tsx'
import { Usage } from './usage.tsx'
import './subscription.css'

/** What the account pays for and how much of it is used: to subscribe, to change it, to see what was paid. */
export function Subscription() {
  useDocumentTitle('Subscription')
  const query = useQuery(subscriptionQuery)
  const plan = useLoadState(query)
  const mayManage = useRight('manage')
  const checkout = useCheckoutReturn()
  const isWaiting = checkout.state === 'asking' || checkout.state === 'unconfirmed'
  const standing = plan.status === 'ready' ? plan.data.standing : undefined
  return (
    <>
      <header className="page-head">
        <h1>Subscription</h1>
        {!mayManage && <WhoMay right="manage" />}
      </header>
      {plan.status === 'ready' && plan.stale && <StaleNotice />}
      <div role="status" className="empty:hidden">
        {checkout.state !== 'none' && (
          <CheckoutNotice
            state={checkout.state}
            isSubscribed={standing?.kind === 'active'}
            hasEndingTypes={plan.status === 'ready' && plan.data.endingTypes !== null}
            onAskAgain={checkout.askAgain}
            onForget={checkout.forget}
          />
        )}
      </div>
      {plan.status === 'loading' && <PlanLoading />}
      {plan.status === 'failed' && (
        <section className="card">
          <ErrorState
            title="We can’t see your plan right now"
            hint="This changes nothing about your plan or your calls."
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </section>
      )}
      {plan.status === 'ready' &&
        (mayManage ? <Plan {...plan.data} mayHavePaid={isWaiting} /> : <PlanToRead {...plan.data} />)}
    </>
  )
}

interface PlanProps extends PlanAndUsage {
  /** Somebody comes from the checkout and is not known to have paid yet: nobody is asked to pay twice. */
  mayHavePaid: boolean
}

function Plan({ standing, usage, endingTypes, mayHavePaid }: PlanProps) {
  const user = useUser()
  // The user was read when the page was loaded; the plan may have changed since, here or elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the plan stands otherwise
  useEffect(() => {
    refreshUser().catch(() => undefined)
  }, [standing.kind])
  const isCancelling = endOf(standing) !== null
  switch (planView(standing, user)) {
    case 'off':
      return <NobodyPays usage={usage} />
    case 'subscribe':
      return (
        <>
          {!mayHavePaid && <StandingNotice standing={standing} />}
          {!mayHavePaid && <SubscribeCard standing={standing} usage={usage} />}
          <BillingHistory onlyIfAny={!user.subscriptionStatus} />
        </>
      )
    case 'manage':
      return (
        <>
          <StandingNotice standing={standing} />
          {endingTypes && <EndingTypes ending={endingTypes} />}
          <CurrentPlan standing={standing} usage={usage} />
          {isCancelling && <SubscriptionEnd standing={standing} />}
          <AddOns addOns={addOnsOf(standing, user)} standing={standing} />
          <BillingHistory />
          <PaymentMethod />
          {!isCancelling && <SubscriptionEnd standing={standing} />}
        </>
      )
  }
}

/** For members who do not look after the plan: how it stands, and how much of it is used. */
function PlanToRead({ standing, usage }: PlanAndUsage) {
  const now = useNow()
  switch (standing.kind) {
    case 'off':
      return <NobodyPays usage={usage} />
    case 'trial':
    case 'lapsed':
    case 'suspended':
      return (
        <>
          <StandingNotice standing={standing} />
          <section className="card card__body grid max-w-[48rem] gap-4">
            <h2>{standing.kind === 'trial' ? trialLeft(standing.endsAt, now) : 'What this family has used'}</h2>
            <Usage usage={usage} isTrial={standing.kind === 'trial'} />
          </section>
        </>
      )
    default:
      return (
        <>
          <StandingNotice standing={standing} />
          <CurrentPlan standing={standing} usage={usage} />
        </>
      )
  }
}

function PlanLoading() {
  return (
    <section className="card plan" aria-busy="true">
      <LoadingStatus>Loading your plan</LoadingStatus>
      <div className="grid gap-2">
        <Skeleton width="7rem" />
        <Skeleton width="12rem" height="2rem" />
        <Skeleton width="min(28rem, 100%)" />
      </div>
    </section>
  )
}
