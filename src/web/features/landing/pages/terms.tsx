import { BASIC_PLAN } from '#core/plans/prices.ts'
import { LAPSE_NOTICE_DAYS, TRIAL_DAYS } from '#core/plans/standing.ts'
import { ADD_ONS_SENTENCE, BASIC_PRICE } from '../plan-words.ts'
import { IfCharged } from './charges.tsx'
import { PlainPage } from './plain-page.tsx'

/** What an account holder agrees to, in plain words. */
export function Terms() {
  return (
    <PlainPage title="Terms">
      <p>
        What you and we agree to when you open an account. “We” are the people who run this Cooee service; how to reach
        us is on the <a href="/contact">contact page</a>.
      </p>

      <h2>What Cooee does</h2>
      <p>
        We ring the people you add, at the times you choose. An automated voice says who asked for the call and asks one
        plain question, answered with a key or a few words. You see if they answered and what they said. If nobody
        answers, we try again, then tell you and your emergency contacts.
      </p>

      <h2>Not an emergency service</h2>
      <p>
        Cooee is not an emergency service and never calls 000. <strong>In an emergency, call 000 yourself.</strong>
      </p>
      <p>
        An answered call means someone answered. It doesn’t mean they’re well. Phones, networks and the companies behind
        them sometimes fail. We tell you when we couldn’t make a call, but nobody’s safety should rest on Cooee alone.
      </p>

      <IfCharged
        otherwise={
          <>
            <h2>What it costs</h2>
            <p>Nothing: this Cooee is free. There’s no plan to subscribe to, and no limit on calls or loved ones.</p>

            <h2>Leaving</h2>
            <p>To close your account, delete it in Settings, under Security; you have 7 days to change your mind.</p>
          </>
        }
      >
        <h2>The free trial</h2>
        <p>
          The first {TRIAL_DAYS} days are free, with everything in the Basic Plan and all four kinds of call. You don’t
          need a card to start. If you haven’t subscribed when the trial ends, you can’t add calls or loved ones until
          you do. We keep making the calls you’ve scheduled for {LAPSE_NOTICE_DAYS} more days from when we email you.
          Then we suspend them, email you, and show it in the app. Nothing is deleted.
        </p>

        <h2>The Basic Plan</h2>
        <p>
          {BASIC_PRICE} a month, in US dollars, for up to {BASIC_PLAN.lovedOnes} loved ones and{' '}
          {BASIC_PLAN.callsPerMonth} calls a month, daily check-in calls and basic call reports. {ADD_ONS_SENTENCE}
        </p>
        <p>
          A call counts once, in the month you schedule it for, however often we try. A recurring call counts each time
          we ring. Alerts to your contacts don’t count. Once {BASIC_PLAN.callsPerMonth} calls of a month are booked, you
          can’t add more for it. We’ll still make every call you’ve scheduled, and Call Now still works. The
          Subscription page shows how many are booked.
        </p>
        <p>A Cooee that’s free has no such limits; its Subscription screen says so.</p>

        <h2>When a payment fails</h2>
        <p>
          We keep making your calls for {LAPSE_NOTICE_DAYS} days, and email you so you can change your card and pay.
          Then we suspend them, email you, and show it in the app. Nothing is deleted.
        </p>

        <h2>Cancelling</h2>
        <p>
          Cancel anytime in Subscription. Your plan runs to the end of the month you’ve paid for, and we keep making
          your scheduled calls for the same {LAPSE_NOTICE_DAYS} days after that. To close your account altogether,
          delete it in Settings, under Security; you have 7 days to change your mind.
        </p>
      </IfCharged>

      <h2>What we ask of you</h2>
      <ul>
        <li>Only add people who’ve agreed to get calls, and contacts who’ve agreed to hear from us.</li>
        <li>Keep phone numbers up to date. A wrong number rings a stranger.</li>
        <li>Don’t use Cooee to sell to, frighten or bother anyone.</li>
        <li>Keep your password to yourself.</li>
      </ul>

      <h2>Your rights</h2>
      <p>
        Nothing here takes away your rights under the Australian Consumer Law. If we change these terms in a way that
        matters to you, we’ll write to you first, and you can cancel.
      </p>
    </PlainPage>
  )
}
