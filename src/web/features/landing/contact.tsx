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
        around the clock. If you need somebody to talk to, Lifeline answers day and night on 13 11 14.
      </p>

      <h2>Your account or a call</h2>
      <p>
        Write to <ContactBlank />. Say whom the call was for and when: then we can look it up. Every call is also listed
        in your history, with what happened at each try.
      </p>

      <h2>Cooee rang you, and you do not know why</h2>
      <p>
        Ring the number back: it says who we are. Somebody who cares about you, or about somebody you know, has asked
        for the call. Cooee never asks for money, passwords or card numbers on the phone. To be rung no more, press 9
        twice in any call, text STOP, or use <a href="/stop">this form</a>. You can also tell them{OR_CONTACT_BLANK}.
      </p>

      <h2>Your data</h2>
      <p>
        What we keep and how to see or delete it is on the <a href="/privacy">privacy page</a>.
      </p>
    </PlainPage>
  )
}
