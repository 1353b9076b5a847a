import type { Subscription } from '#contract/accounts/billing.ts'
import { Usage } from './usage.tsx'

/** Where the operator charges nobody. */
export function NobodyPays({ usage }: { usage: Subscription['usage'] }) {
  return (
    <section className="card card__body grid max-w-[48rem] gap-4">
      <h2>You don’t need a subscription</h2>
      <p>This Cooee is free. Add as many loved ones and schedule as many calls as you like, of every type.</p>
      <Usage usage={usage} />
    </section>
  )
}
