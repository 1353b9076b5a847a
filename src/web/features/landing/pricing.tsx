import { Check } from 'lucide-react'
import { BASIC_PLAN } from '#core/plans/prices.ts'
import { TRIAL_DAYS } from '#core/plans/standing.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Home } from '#web/ui/illustrations/home.tsx'
import { ADD_ONS_SENTENCE, BASIC_PRICE } from './plan-words.ts'

const INCLUDED = [
  `Up to ${BASIC_PLAN.lovedOnes} loved ones`,
  `${BASIC_PLAN.callsPerMonth} calls per month`,
  'Daily check-in calls',
  'Basic call reports',
  'Cancel anytime',
]

/** The one plan and its price. */
export function Pricing() {
  return (
    <section className="lp-sec lp-sec--price" aria-labelledby="price-heading">
      <div className="lp-wrap price">
        <div>
          <h2 id="price-heading">One plain plan</h2>
          <p className="intro">Enough calls to keep in touch with the people who matter most. No lock-in contract.</p>
          <div className="price__bird hidden md:block">
            <Home className="illus" />
          </div>
        </div>
        <article className="card price__card">
          <h3 className="price__name">{BASIC_PLAN.name}</h3>
          <p className="mt-3 mb-5">
            <span className="price__fig num">{BASIC_PRICE}</span> <span className="muted">per month</span>
          </p>
          <ul className="ticks">
            {INCLUDED.map((line) => (
              <li key={line}>
                <Check />
                <span>{line}</span>
              </li>
            ))}
          </ul>
          <a className={`mt-6 ${buttonClass({ variant: 'primary', size: 'lg', block: true })}`} href="/register">
            Get Started
          </a>
          <p className="small muted mt-3">
            Price in US dollars. The first {TRIAL_DAYS} days are free, with every kind of call. After that,{' '}
            {ADD_ONS_SENTENCE}
          </p>
        </article>
      </div>
    </section>
  )
}
