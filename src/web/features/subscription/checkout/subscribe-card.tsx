import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Subscription } from '#contract/accounts/billing.ts'
import type { Call } from '#contract/calls/calls.ts'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { formatDollars } from '#core/format/currency.ts'
import { ADD_ON_IDS, ADD_ONS, type AddOnId, BASIC_PLAN, monthlyCents } from '#core/plans/prices.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import { neededInMonth, overPlan } from '#web/domain/account/plan-fit.ts'
import { trialLeft } from '#web/domain/account/plan-notice.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { recurringCallsQuery, UPCOMING_SHOWN, upcomingCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Valley } from '#web/ui/illustrations/valley.tsx'
import { monthAfter } from '../month-after.ts'
import { initFailure, useSubscribe } from '../subscription-api.ts'
import { Usage } from '../usage.tsx'

const INCLUDED = [
  `Up to ${BASIC_PLAN.lovedOnes} loved ones`,
  `${BASIC_PLAN.callsPerMonth} calls per month`,
  'Daily check-in calls',
  'Basic call reports',
]

interface SubscribeCardProps {
  standing: PlanStanding
  usage: Subscription['usage']
}

/** The Basic Plan, the add-ons to begin with, and the button that leads to the card provider's checkout. */
export function SubscribeCard({ standing, usage }: SubscribeCardProps) {
  const now = useNow()
  const [addOns, setAddOns] = useState<readonly AddOnId[]>([])
  const subscribe = useSubscribe()
  const schedules = useQuery({ ...recurringCallsQuery(), refetchInterval: false }).data ?? []
  const words = overPlan(neededInMonth(schedules), BASIC_PLAN.callsPerMonth, schedules.length >= LONGEST_PAGE)
  const isLeaving = subscribe.isPending || subscribe.isSuccess
  return (
    <>
      {standing.kind === 'trial' && (
        <section className="card card__body grid max-w-[54rem] gap-3">
          <h2>{trialLeft(standing.endsAt, now)}</h2>
          <p>
            Until {dayOf(standing.endsAt)} you can use all four types of call for free. If you subscribe before then,
            you pay from that day.
          </p>
          <Usage usage={usage} isTrial />
        </section>
      )}
      <section className="card sub-card" aria-labelledby="basic-plan">
        <div className="sub-card__art">
          <Valley className="scene" />
        </div>
        <div className="sub-card__body">
          <h2 id="basic-plan">{BASIC_PLAN.name}</h2>
          <p className="mt-2 mb-5">
            <span className="price__fig num">{formatDollars(BASIC_PLAN.cents / 100)}</span>
            <br />
            <span className="muted">per month, cancel anytime</span>
          </p>
          <ul className="ticks">
            {INCLUDED.map((line) => (
              <li key={line}>
                <Check />
                <span>{line}</span>
              </li>
            ))}
          </ul>
          {words && (
            <Callout kind="warning" className="mt-4">
              {words}
            </Callout>
          )}
          <ChooseAddOns chosen={addOns} schedules={schedules} now={now} onChange={setAddOns} />
          <div className="mt-6 grid gap-3">
            {subscribe.isError && <Callout kind="error">{initFailure(subscribe.error)}</Callout>}
            <Button
              variant="primary"
              size="lg"
              block
              busy={isLeaving}
              busyLabel="Opening the secure page…"
              onClick={() => subscribe.mutate(addOns)}
            >
              Subscribe
            </Button>
            <p className="small muted">You’ll finish on our card company’s secure page. Prices are in US dollars.</p>
          </div>
        </div>
      </section>
    </>
  )
}

/** `isPart`: they were counted in a list that may go on. */
function recurringInWords(count: number, isPart: boolean): string {
  const calls = count === 1 ? 'recurring call' : 'recurring calls'
  if (isPart) return `at least ${count} ${calls}`
  return count === 1 ? `a ${calls}` : `${count} ${calls}`
}

function singleInWords(count: number, isPart: boolean): string {
  if (isPart) return 'all single calls'
  return count === 1 ? 'the single call' : `the ${count} single calls`
}

interface ChooseAddOnsProps {
  chosen: readonly AddOnId[]
  /** Recurring calls. */
  schedules: readonly Call[]
  now: Date
  onChange: (addOns: readonly AddOnId[]) => void
}

/** The other types of call. None is chosen beforehand; without its add-on a schedule of the trial ends with the first month. */
function ChooseAddOns({ chosen, schedules, now, onChange }: ChooseAddOnsProps) {
  const upcoming = useQuery({ ...upcomingCallsQuery(), refetchInterval: false }).data ?? []
  return (
    <fieldset className="mt-6">
      <legend className="legend">Add-ons (Optional)</legend>
      {ADD_ON_IDS.map((id) => {
        const { name, cents, callType } = ADD_ONS[id]
        const recurring = schedules.filter((call) => call.callType === callType).length
        const single = upcoming.filter((call) => call.callType === callType && call.recurrencePattern === 'once').length
        const isChosen = chosen.includes(id)
        return (
          <div key={id}>
            <Switch
              checked={isChosen}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            >
              {name} <span className="muted num">{formatDollars(cents / 100)} per month</span>
            </Switch>
            {recurring > 0 && !isChosen && (
              <p className="small">
                You have {recurringInWords(recurring, schedules.length >= LONGEST_PAGE)} of this type. Without this
                add-on {recurring === 1 ? 'it ends' : 'they end'} a month after you subscribe, on{' '}
                {dayOf(monthAfter(now))} if you subscribe today.
              </p>
            )}
            {single > 0 && !isChosen && (
              <p className="small muted">
                We’ll still make {singleInWords(single, upcoming.length >= UPCOMING_SHOWN)} of this type you’ve
                scheduled. To schedule more, you need this add-on.
              </p>
            )}
          </div>
        )
      })}
      <p className="num mt-3" aria-live="polite">
        Total <strong>{formatDollars(monthlyCents(chosen) / 100)}</strong> per month
      </p>
    </fieldset>
  )
}
