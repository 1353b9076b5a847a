import { BASIC_PLAN } from '#core/plans/prices.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { CheckoutReturn } from './use-checkout-return.ts'

interface CheckoutNoticeProps {
  state: Exclude<CheckoutReturn, 'none'>
  /** Somebody may have paid in another tab before they left this one. */
  isSubscribed: boolean
  /** Some of what was scheduled in the trial ends: that is said below. */
  hasEndingTypes: boolean
  onAskAgain: () => void
  onForget: () => void
}

/** What came of the checkout, in words. */
export function CheckoutNotice({ state, isSubscribed, hasEndingTypes, onAskAgain, onForget }: CheckoutNoticeProps) {
  if (state === 'left') {
    if (isSubscribed) return null
    return (
      <Callout kind="quiet" title="You left the checkout">
        We haven’t charged you.
      </Callout>
    )
  }
  if (isSubscribed) {
    return (
      <Callout kind="ok" title={`You’re subscribed to the ${BASIC_PLAN.name}`}>
        {hasEndingTypes
          ? 'Some of your calls end with your first month: see below.'
          : 'Your calls continue as scheduled.'}
      </Callout>
    )
  }
  return (
    <Callout title="We’re waiting for the card company">
      {state === 'asking' ? (
        <div className="grid gap-3">
          <p>This takes a few seconds.</p>
          <div className="form-actions">
            <Button onClick={onForget}>I haven’t paid</Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-3">
          <p>
            We don’t have your payment yet. If you’ve paid, please don’t pay again: we’ll keep checking and show your
            plan here.
          </p>
          <div className="form-actions">
            <Button variant="primary" onClick={onAskAgain}>
              Check again
            </Button>
            <Button onClick={onForget}>I haven’t paid</Button>
          </div>
        </div>
      )}
    </Callout>
  )
}
