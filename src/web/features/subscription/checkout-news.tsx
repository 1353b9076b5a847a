import { BASIC_PLAN } from '#core/plans/prices.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { CheckoutReturn } from './use-checkout-return.ts'

interface CheckoutNewsProps {
  state: Exclude<CheckoutReturn, 'none'>
  /** Somebody may have paid in another tab before they left this one. */
  isSubscribed: boolean
  onAskAgain: () => void
  onForget: () => void
}

/** What came of the checkout, in words. */
export function CheckoutNews({ state, isSubscribed, onAskAgain, onForget }: CheckoutNewsProps) {
  if (state === 'left') {
    if (isSubscribed) return null
    return (
      <Callout kind="quiet" title="You left the checkout">
        Nothing was charged.
      </Callout>
    )
  }
  if (isSubscribed) {
    return (
      <Callout kind="ok" title={`You are subscribed to the ${BASIC_PLAN.name}`}>
        Your calls go on as scheduled.
      </Callout>
    )
  }
  return (
    <Callout title="We are waiting for the card provider">
      {state === 'asking' ? (
        <div className="grid gap-3">
          <p>This takes a few seconds.</p>
          <div className="form-actions">
            <Button onClick={onForget}>I have not paid</Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-3">
          <p>
            Your payment is not confirmed yet. If you have paid, please do not pay again: we keep asking, and your plan
            is shown here as soon as it is confirmed.
          </p>
          <div className="form-actions">
            <Button variant="primary" onClick={onAskAgain}>
              Check again
            </Button>
            <Button onClick={onForget}>I have not paid</Button>
          </div>
        </div>
      )}
    </Callout>
  )
}
