import { Check, CircleAlert, CirclePause, Clock } from 'lucide-react'
import type { Subscription } from '#contract/accounts/billing.ts'
import { formatDollars } from '#core/format/currency.ts'
import { BASIC_PLAN, monthlyCents } from '#core/plans/prices.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { addOnsOf, unknownStatus } from './plan-view.ts'
import { Usage } from './usage.tsx'

/** What is subscribed: how it stands, what it costs, when it renews and how much of it is used. */
export function CurrentPlan({ standing, usage }: { standing: PlanStanding; usage: Subscription['usage'] }) {
  const user = useUser()
  const addOns = addOnsOf(standing, user)
  return (
    <section className="card plan" aria-labelledby="current-plan">
      <div className="grid gap-2">
        <p className="muted">Current plan</p>
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="current-plan">{user.subscriptionPlan ?? BASIC_PLAN.name}</h2>
          <PlanPill standing={standing} unknown={unknownStatus(user)} />
        </div>
        <p className="num">
          {renewal(standing)} Up to {BASIC_PLAN.lovedOnes} loved ones, {BASIC_PLAN.callsPerMonth} calls per month.
        </p>
      </div>
      <div>
        <p className="num">
          <span className="price__fig plan__fig">{formatDollars(monthlyCents(addOns) / 100)}</span>
        </p>
        <p className="muted num">{perMonth(addOns.length)}</p>
        <p className="small muted">Price in US dollars</p>
      </div>
      <div className="plan__usage">
        <Usage usage={usage} />
      </div>
    </section>
  )
}

function PlanPill({ standing, unknown }: { standing: PlanStanding; unknown: string | null }) {
  if (unknown) return <Pill tone="other" icon={Clock} text={unknown} />
  if (standing.kind === 'past_due') return <Pill tone="failed" icon={CircleAlert} text="Past due" />
  if (standing.kind === 'suspended') return <Pill tone="failed" icon={CirclePause} text="Suspended" />
  if (standing.kind === 'active' && standing.cancelsAt) {
    return <Pill tone="voicemail" icon={Clock} text={`Ends ${dayOf(standing.cancelsAt)}`} />
  }
  return <Pill tone="completed" icon={Check} text="Active" />
}

function Pill({ tone, icon: Icon, text }: { tone: string; icon: typeof Check; text: string }) {
  return (
    <span className="pill num" data-status={tone}>
      <Icon />
      {text}
    </span>
  )
}

function renewal(standing: PlanStanding): string {
  if (standing.kind === 'past_due') return `Not paid since ${dayOf(standing.since)}.`
  if (standing.kind !== 'active') return ''
  return standing.cancelsAt
    ? 'It won’t renew. We settle add-ons you changed this month when it ends.'
    : `Renews ${dayOf(standing.renewsAt)}.`
}

function perMonth(addOns: number): string {
  if (addOns === 0) return 'per month'
  return `per month, with ${addOns} ${addOns === 1 ? 'add-on' : 'add-ons'}`
}
