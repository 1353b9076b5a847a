import { Check } from 'lucide-react'
import { formatDate } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useUser } from '#web/lib/use-session.ts'

const TRIAL = ['Up to 5 loved ones', '30 calls per month', 'All four kinds of call', 'Basic call reports']

/** What the account may use now. */
export function Subscription() {
  useDocumentTitle('Subscription')
  const user = useUser()
  return (
    <>
      <header className="page-head">
        <h1>Subscription</h1>
      </header>
      {user.subscriptionPlan ? (
        <section className="card card__body max-w-[48rem]">
          <h2>{user.subscriptionPlan}</h2>
          {user.subscriptionRenewalDate && (
            <p className="muted mt-2">Renews {formatDate(new Date(user.subscriptionRenewalDate), viewerZone())}</p>
          )}
        </section>
      ) : (
        <section className="card card__body max-w-[48rem]">
          <h2>Free trial</h2>
          <p className="muted mt-2 mb-5">
            A new account is free for 14 days. After that the Basic Plan is $19.99 per month, in US dollars.
          </p>
          <ul className="ticks">
            {TRIAL.map((line) => (
              <li key={line}>
                <Check />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
