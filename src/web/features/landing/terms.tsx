import { BASIC_PLAN } from '#core/plans/prices.ts'
import { GRACE_DAYS, TRIAL_DAYS } from '#core/plans/standing.ts'
import { IfCharged } from './charges.tsx'
import { PlainPage } from './plain-page.tsx'
import { ADD_ONS_SENTENCE, BASIC_PRICE } from './plan-words.ts'

/** What an account holder agrees to, in plain words. */
export function Terms() {
  return (
    <PlainPage title="Terms">
      <p>
        What you and we agree on when you open an account. “We” are the people who run this Cooee service; how to reach
        us is on the <a href="/contact">contact page</a>.
      </p>

      <h2>What Cooee does</h2>
      <p>
        Cooee rings the people you add, at the times you choose. An automated voice says who asked for the call and asks
        one plain question, answered with a key or a few words. You see whether they answered and what they said. When
        nobody answers, Cooee tries again, then tells you and the contacts you have marked for emergencies.
      </p>

      <h2>Not an emergency service</h2>
      <p>
        Cooee is not an emergency service and never calls 000. <strong>In an emergency, call 000 yourself.</strong>
      </p>
      <p>
        An answered call says that somebody answered; it does not say that they are well. Telephones, networks and the
        companies behind them fail at times. Cooee tells you when a call could not be placed, but nobody’s safety should
        rest on Cooee alone.
      </p>

      <IfCharged
        otherwise={
          <>
            <h2>What it costs</h2>
            <p>
              Nothing: whoever runs this Cooee does not charge for it. There is no plan to subscribe to, and no limit to
              calls or loved ones.
            </p>

            <h2>Leaving</h2>
            <p>To close your account, delete it in Settings, under Security; you have 7 days to change your mind.</p>
          </>
        }
      >
        <h2>The free trial</h2>
        <p>
          The first {TRIAL_DAYS} days are free, with what the Basic Plan holds and all four kinds of call. You need no
          card to begin. If you have not subscribed when the trial ends, you cannot add calls or loved ones until you
          do. What is already scheduled goes on for {GRACE_DAYS} more days from when we told you so by email. Then the
          calls are suspended: you are told, and the app shows it. Nothing is deleted.
        </p>

        <h2>The Basic Plan</h2>
        <p>
          {BASIC_PRICE} a month, in US dollars, for up to {BASIC_PLAN.lovedOnes} loved ones and{' '}
          {BASIC_PLAN.callsPerMonth} calls a month, daily check-in calls and basic call reports. {ADD_ONS_SENTENCE}
        </p>
        <p>
          A call counts once, in the month for which it is scheduled, however often it has to be tried again; a
          recurring call counts each time that it rings. Alerts to your contacts do not count. When{' '}
          {BASIC_PLAN.callsPerMonth} calls of a month are booked, you cannot add further ones for it; what is already
          scheduled is still placed, always, and Call Now still works. The Subscription page shows how many are booked.
        </p>
        <p>A service that somebody runs without charging for it has no such limits; its Subscription screen says so.</p>

        <h2>When a payment fails</h2>
        <p>
          Calls go on for {GRACE_DAYS} days, and we write to you so that you can change your card and pay. Then they are
          suspended, visibly, and you are told. Nothing is deleted.
        </p>

        <h2>Cancelling</h2>
        <p>
          Cancel anytime in Subscription. Your plan then runs to the end of the month you have paid for, and what is
          still scheduled goes on for the same {GRACE_DAYS} days afterwards. To close your account altogether, delete it
          in Settings, under Security; you have 7 days to change your mind.
        </p>
      </IfCharged>

      <h2>What we ask of you</h2>
      <ul>
        <li>Add only people who have agreed to be rung, and contacts who have agreed to be told.</li>
        <li>Keep phone numbers right. A wrong number rings a stranger.</li>
        <li>Do not use Cooee to sell, to frighten or to bother anybody.</li>
        <li>Keep your password to yourself.</li>
      </ul>

      <h2>Your rights</h2>
      <p>
        Nothing here takes away what the Australian Consumer Law gives you. When we change these terms in a way that
        matters to you, we write to you first, and you can cancel.
      </p>
    </PlainPage>
  )
}
