import type { Subscription } from '#contract/billing.ts'
import { Usage } from './usage.tsx'

/** Where the operator charges nobody. */
export function NobodyPays({ usage }: { usage: Subscription['usage'] }) {
  return (
    <section className="card card__body grid max-w-[48rem] gap-4">
      <h2>No subscription is needed</h2>
      <p>
        Whoever runs this Cooee does not charge for it. You can add as many loved ones and schedule as many calls as you
        like, of every type. There is nothing to pay.
      </p>
      <Usage usage={usage} />
    </section>
  )
}
