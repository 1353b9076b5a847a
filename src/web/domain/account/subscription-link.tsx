import { ArrowRight } from 'lucide-react'

/** The way out where the plan does not cover something. In its own tab: what was typed here stays. */
export function SubscriptionLink() {
  return (
    <a className="textlink" href="/subscription" target="_blank" rel="noreferrer">
      Go to Subscription
      <span className="sr-only"> (opens in a new tab)</span>
      <ArrowRight />
    </a>
  )
}
