import { CALL_WORDS_KEPT_BLANK, CALLS_KEPT_BLANK, RETENTION_BLANK } from '#contract/public-pages.ts'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import { ProgramDecisions } from '../program-decisions.tsx'
import { ContactBlank } from './contact.tsx'
import { PlainPage } from './plain-page.tsx'

/** What is kept, what for, and who sees it. */
export function Privacy() {
  return (
    <PlainPage title="Privacy">
      <p>
        What we keep, why, and who sees it: about you, about the people we ring, and about the contacts you name. We
        follow the Australian Privacy Principles.
      </p>

      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>About you:</strong> your name, email, phone number, time zone, a scrambled form of your password that
          can’t be turned back, and when you signed in.
        </li>
        <li>
          <strong>About your loved ones and their contacts:</strong> what you enter, which may include notes about their
          health. Enter only what a call or an alert needs.
        </li>
        <li>
          <strong>About each call:</strong> when we rang, if it was answered, the keys pressed and what was said, in
          words. Of short chats also a summary and topics to ask about next time.
        </li>
        <li>
          <strong>About payments:</strong> what you’ve subscribed to and your invoices. Your card number goes to the
          card company; we see its last four digits and when it expires.
        </li>
      </ul>
      <p>We use it to make your calls, to tell people about them and to charge you. We don’t sell it or advertise.</p>

      <h2>Recordings</h2>
      <p>
        We only record calls if you switch recording on for a person, and the call says so before it starts. We delete a
        recording after {RECORDING_RETENTION_DAYS} days; see below for the words. We never say health details to an
        answering machine.
      </p>
      <p>
        If you record a greeting or a question in your own voice, the phone company fetches it and plays it in those
        calls. We keep it until you delete it, leave the family or end the calls, and use it for nothing else.
      </p>

      <ProgramDecisions />

      <h2>Who else sees it</h2>
      <ul>
        <li>
          <strong>The phone company</strong> that carries our calls and texts: the numbers, and what is said or written.
        </li>
        <li>
          <strong>The companies behind short chats</strong>, only where you switch these on: what is said in the chat,
          in sound and in words, what we call the person, who asked us to ring, and what we remember to ask about.
        </li>
        <li>
          <strong>A source of weather forecasts</strong>, only where you choose a town for a loved one: that town’s
          place on the map, and nothing about anyone.
        </li>
        <li>
          <strong>The card company</strong> that takes payments: your name, your email and your card.
        </li>
        <li>
          <strong>The company that makes your browser</strong>, only where you switch on notifications on a device: that
          we send you one, and when. What it says is encrypted for your device.
        </li>
        <li>
          <strong>A program you give an access token</strong>: what you let it see, in your name.
        </li>
        <li>
          <strong>Your contacts</strong>, when something’s wrong: who we were ringing, on which number, and what we
          tried. The person who says they’ll check also sees the home address and how to get in, if you gave us those.
          Pressing “Open in Maps” sends the address to Google Maps.
        </li>
      </ul>
      <p>
        Each gets only what it needs. These companies may handle and keep it outside Australia: speech, too, leaves
        Australia where the company that turns it into words works abroad. Nobody else sees it unless the law makes us
        show it.
      </p>

      <h2>How long</h2>
      <p>
        We keep a note of each call and how it ended for {CALLS_KEPT_BLANK}, then delete it. We keep the last call
        someone answered for as long as they’re with us, so we know when we last heard from them. We keep the words of
        calls for {CALL_WORDS_KEPT_BLANK}, and our emails, our texts and your activity log for {RETENTION_BLANK}, then
        delete them. We keep recordings for {RECORDING_RETENTION_DAYS} days, and messages to Cooee’s number for 30 days.
        Removing a loved one removes their contacts, call history, recordings and transcripts.
      </p>

      <h2>See it, take it with you, delete it</h2>
      <p>
        In Settings, under Security, you can export everything we hold about you, and delete your account. You have 7
        days to change your mind; then we delete all of it. You can fix anything that’s wrong yourself, or ask us to.
      </p>
      <p>
        The people we ring and the contacts we tell have the same right to know what we hold about them, and to have it
        corrected or deleted.
      </p>
      <p>
        Anyone can stop the calls and texts to their own phone at any time: press 9 twice in any call, text STOP to
        Cooee, or use <a href="/stop">this form</a>. We keep that number, encrypted where the operator has a key, for as
        long as it wants no calls: otherwise we’d ring again.
      </p>
      <p>
        To ask or to complain, write to <ContactBlank />. Not happy with the answer? Go to the Office of the Australian
        Information Commissioner at <a href="https://www.oaic.gov.au">oaic.gov.au</a>.
      </p>

      <h2>Cookies</h2>
      <p>
        Two keep you signed in. One recognises this browser, so that someone else’s wrong guesses at your password don’t
        lock you out. Your browser also keeps a few things on your own device, like what you’d started to type. Nothing
        follows you around, and no page loads anything from others.
      </p>
    </PlainPage>
  )
}
