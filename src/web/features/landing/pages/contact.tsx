import { CONTACT_BLANK, OR_CONTACT_BLANK } from '#contract/public-pages.ts'
import { PlainPage } from './plain-page.tsx'

/** Whom to write to; the server that shows the page knows. */
export function ContactBlank() {
  return <>{CONTACT_BLANK}</>
}

/** Who to turn to. */
export function Contact() {
  return (
    <PlainPage title="Contact">
      <p>
        <strong>In an emergency, call 000.</strong> Cooee is not an emergency service, and nobody watches this address
        around the clock. If you need someone to talk to, Lifeline answers day and night on 13 11 14.
      </p>

      <h2>Your account or a call</h2>
      <p>
        Write to <ContactBlank />. Tell us who the call was for and when, so we can look it up. Your call history lists
        every call and every try, too.
      </p>

      <h2>Cooee rang you, and you don’t know why</h2>
      <p>
        Ring the number back, and we’ll say who we are. Someone who cares about you, or about someone you know, has
        asked for the call. We never ask for money, passwords or card numbers on the phone. To stop the calls, press 9
        twice in any call, text STOP, or use <a href="/stop">this form</a>. You can also tell them{OR_CONTACT_BLANK}.
      </p>

      <h2>Your data</h2>
      <p>
        What we keep and how to see or delete it is on the <a href="/privacy">privacy page</a>.
      </p>
    </PlainPage>
  )
}
