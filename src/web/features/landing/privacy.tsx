import { RETENTION_BLANK } from '#contract/public-pages.ts'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import { ContactBlank } from './contact.tsx'
import { PlainPage } from './plain-page.tsx'

/** What is kept, what for, and who sees it. */
export function Privacy() {
  return (
    <PlainPage title="Privacy">
      <p>
        What Cooee keeps, why, and who sees it: about you, about the people it rings, and about the contacts you name.
        We follow the Australian Privacy Principles.
      </p>

      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>About you:</strong> your name, email, phone number, time zone, a scrambled form of your password that
          cannot be turned back, and when you signed in.
        </li>
        <li>
          <strong>About your loved ones and their contacts:</strong> what you enter, which may include notes about their
          health. Enter only what a call or an alert needs.
        </li>
        <li>
          <strong>About each call:</strong> when it was made, whether it was answered, the keys pressed and what was
          said, in words.
        </li>
        <li>
          <strong>About payments:</strong> what you have subscribed to and your invoices. Your card number goes to the
          card company; we see its last four digits and when it expires.
        </li>
      </ul>
      <p>We use it to place your calls, to tell people about them and to charge you. We do not sell it or advertise.</p>

      <h2>Recordings</h2>
      <p>
        Calls are recorded only when you switch recording on for a person, and the call says so before it starts. A
        recording is deleted after {RECORDING_RETENTION_DAYS} days; how long the words are kept is said below. Health
        details are never said to an answering machine.
      </p>

      <h2>Who else sees it</h2>
      <ul>
        <li>
          <strong>The phone company</strong> that carries our calls and text messages: the numbers, and what is said or
          written.
        </li>
        <li>
          <strong>The card company</strong> that takes payments: your name, your email and your card.
        </li>
        <li>
          <strong>Your contacts</strong>, when a call did not go well: who was to be reached, on which number, and what
          was tried. Whoever says they will look after it also sees the home address and how to get in, if you gave us
          those. Pressing “Open in Maps” sends the address to Google Maps.
        </li>
      </ul>
      <p>
        Each gets only what it needs. These companies may keep it outside Australia. Nobody else sees it unless the law
        makes us show it.
      </p>

      <h2>How long</h2>
      <p>
        That there was a call, and how it ended: as long as you have your account. The words of calls, our mails and
        text messages, and your activity log: for {RETENTION_BLANK}, then we delete them. Recordings:{' '}
        {RECORDING_RETENTION_DAYS} days. Messages to Cooee’s number: 30 days. Removing a loved one removes their
        contacts, call history, recordings and transcripts.
      </p>

      <h2>See it, take it with you, delete it</h2>
      <p>
        In Settings, under Security, you can export everything we hold about you, and delete your account. You have 7
        days to change your mind; then all of it goes. Anything that is wrong you can correct yourself, or ask us to.
      </p>
      <p>
        The people Cooee rings and the contacts it tells have the same right to know what is held about them, to have it
        corrected, and to have it deleted.
      </p>
      <p>
        Anybody can end the calls and texts to their own phone, at any time: press 9 twice in any call, text STOP to
        Cooee, or use <a href="/stop">this form</a>. We keep that number, encrypted where the operator has a key, for as
        long as it wants none: without it we would ring again.
      </p>
      <p>
        To ask or to complain, write to <ContactBlank />. If you are not satisfied with the answer, you can turn to the
        Office of the Australian Information Commissioner at <a href="https://www.oaic.gov.au">oaic.gov.au</a>.
      </p>

      <h2>Cookies</h2>
      <p>
        Two keep you signed in, and one knows this browser again, so that nobody’s wrong guesses at your password lock
        you out of it. Your browser also keeps a few things on your own device, such as what you had begun to type.
        Nothing follows you around, and no page loads anything from others.
      </p>
    </PlainPage>
  )
}
